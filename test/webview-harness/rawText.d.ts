/** A file as its text: vite reads `?raw`, esbuild by its loader for the ending (serve.mjs). */
declare module '*.log?raw' {
  const text: string;
  export default text;
}
