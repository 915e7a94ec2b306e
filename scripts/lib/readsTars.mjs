// The product reads tars and writes none: a package in the older form of modules is kept whole by the bundler, the part that writes with it. Used by build.mjs.

/** @type {import('esbuild').Plugin} */
export const readsTars = {
  name: 'reads-tars',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules[\\/]tar-stream[\\/]index\.js$/ }, () => ({
      contents: "exports.extract = require('./extract')",
    }));
  },
};
