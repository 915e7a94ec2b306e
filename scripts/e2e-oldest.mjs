// Runs end-to-end tests in the oldest VS Code that the extension says it runs in (`engines` in package.json); arguments as of e2e.mjs.
//   npm run e2e:oldest                the smoke tests
//   npm run e2e:oldest -- editor      files with this in their name
process.env['KUBELET_TIMELINE_VSCODE'] = 'oldest';
if (process.argv.length === 2) process.argv.push('smoke');
await import('./e2e.mjs');
