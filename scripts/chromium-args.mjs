// Chromium's command line for tests: full browser without a window, WebGPU by its software adapter.

/** Pages of the address bar. Each window loads both, unseen, which is 0.7 of the 0.9 s of a core that it costs. */
export const unusedPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process kept ready for the next page: a seventh of what a page costs. */
const spareProcess = 'SpareRendererForSitePerProcess';

/** What Playwright 1.65 turns off itself. Chromium takes only the last list, so that ours must repeat it. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const chromiumArgs = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-background-networking',
  `--disable-features=${[...unusedPages, spareProcess, ...offInPlaywright].join(',')}`,
];
