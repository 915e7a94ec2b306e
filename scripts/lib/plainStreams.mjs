// Readers of archives take streams of Node as they come: a package in the older form of modules is kept whole by the bundler, with what turns streams into lists and joins them. Used by build.mjs.

/** @type {import('esbuild').Plugin} */
export const plainStreams = {
  name: 'plain-streams',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules[\\/]readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/]operators\.js$/ }, () => ({
      contents: 'exports.streamReturningOperators = {}; exports.promiseReturningOperators = {};',
    }));
    onLoad({ filter: /node_modules[\\/]readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/]compose\.js$/ }, () => ({
      contents: '',
    }));
  },
};
