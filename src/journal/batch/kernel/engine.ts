/** What the core needs of WebAssembly. Node, browsers and workers have it as a global that the ES library does not declare. */
interface WebAssemblyEngine {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: CompiledModule) => { readonly exports: unknown };
}

/** A compiled module, to be made instances of. */
export type CompiledModule = object;

const { WebAssembly: engine } = globalThis as { readonly WebAssembly?: WebAssemblyEngine };

/** Compiles a module given as base64; `undefined` where the engine has no WebAssembly or cannot run this module (SIMD). */
export function compileModule(base64: string): CompiledModule | undefined {
  if (engine === undefined) return undefined;
  try {
    return new engine.Module(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Makes an instance that imports nothing; gives its exports, which the caller knows. */
export function exportsOf(module: CompiledModule): unknown {
  return engine === undefined ? undefined : new engine.Instance(module).exports;
}
