// A PO file as the build gives it: a module of compiled messages.
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
