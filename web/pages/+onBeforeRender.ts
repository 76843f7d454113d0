/**
 * Does nothing, on the server: that it is there has the browser ask the server for what `passToClient` names at every link.
 * Else the router asks only once the first page has come to life, and a link followed before led to a blank page.
 */
export function onBeforeRender(): void {}
