/**
 * The few globals that Node, browsers and web workers share and that the ES library does not declare.
 * The core is compiled without the DOM and without Node, so that it runs in a browser worker too.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare function atob(data: string): string;
