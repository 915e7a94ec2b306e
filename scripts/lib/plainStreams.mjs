// Readers of archives take streams of Node as they come: packages in the older form of modules are kept whole by the bundler, with what nobody here asks of a stream. Used by build.mjs.

/**
 * What stands for a module of a package: the path of its file, and what is bundled instead.
 * @type {readonly (readonly [filter: RegExp, contents: string])[]}
 */
const STAND_INS = [
  // What turns streams into lists, joins them, and makes them of other things.
  [
    /node_modules[\\/]readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/]operators\.js$/,
    'exports.streamReturningOperators = {}; exports.promiseReturningOperators = {};',
  ],
  [/node_modules[\\/]readable-stream[\\/]lib[\\/]internal[\\/]streams[\\/](?:compose|duplexify)\.js$/, ''],
  // Every worker that runs this has its own.
  [/node_modules[\\/]abort-controller[\\/]browser\.js$/, ''],
  // Streams of texts: the platform decodes as well as these, and knows the same names of encodings.
  [
    /node_modules[\\/]string_decoder[\\/]lib[\\/]string_decoder\.js$/,
    'exports.StringDecoder = class { constructor(encoding) { this.encoding = encoding; this.decoder = new TextDecoder(encoding); } write(bytes) { return this.decoder.decode(bytes, { stream: true }); } end() { return this.decoder.decode(); } };',
  ],
  [
    /node_modules[\\/]text-decoder[\\/]index\.js$/,
    'module.exports = class { constructor(encoding) { this.decoder = new TextDecoder(encoding); } push(bytes) { return this.decoder.decode(bytes, { stream: true }); } flush() { return this.decoder.decode(); } };',
  ],
];

/** @type {import('esbuild').Plugin} */
export const plainStreams = {
  name: 'plain-streams',
  setup({ onLoad }) {
    for (const [filter, contents] of STAND_INS) onLoad({ filter }, () => ({ contents }));
  },
};
