// Chromium's command line for tests: full browser without a window, WebGPU by its software adapter, or by the graphics card
// of this machine with LOCKSTEP_GPU=hardware.

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

/** Chromium draws by Vulkan then. A surface of Vulkan needs a display server, which a machine for computing has not. */
export const hardwareArgs = ['--enable-features=Vulkan', '--use-angle=vulkan', '--disable-vulkan-surface'];

export const softwareArgs = ['--use-webgpu-adapter=swiftshader'];

export const chromiumArgs = [
  '--headless=new',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  ...(process.env.LOCKSTEP_GPU === 'hardware' ? hardwareArgs : softwareArgs),
  '--disable-background-networking',
  `--disable-features=${[...unusedPages, spareProcess, ...offInPlaywright].join(',')}`,
];
