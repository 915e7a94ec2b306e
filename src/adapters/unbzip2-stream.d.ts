/** The package brings no types: a writable stream that gives out unpacked blocks while it is written to. */
declare module 'unbzip2-stream' {
  interface Unbzip2Stream {
    write(chunk: Uint8Array): boolean;
    end(): void;
    on(event: 'data', listener: (block: Uint8Array) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }
  function unbzip2Stream(): Unbzip2Stream;
  export default unbzip2Stream;
}
