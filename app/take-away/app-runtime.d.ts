// The program of apps as the build gives it (scripts/app-runtime-plugin.mjs).
declare module 'virtual:app-runtime' {
  export const runtime: string;
}

declare module '*.css?inline' {
  const text: string;
  export default text;
}
