/** Messages of the component `config`. */
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const configRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'config', file: 'file_linux.go',
      meaning: 'The folder with static pods could not be read.',
      whatToDo: 'Make the folder, or remove staticPodPath from the configuration.',
    },
    text('config.static-dir.u', 'Unable to read config path "{path}": {err}', { severity: 'E', verbosity: 0, since: '1.11', until: '1.20' }),
    keyed('config.static-dir.s', 'Unable to read config path', ['err', 'path'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'config', file: 'apiserver.go',
      meaning: 'The kubelet begins to watch the API server for pods.',
    },
    keyed('config.watching-api.s', 'Watching apiserver', [], { severity: 'I', verbosity: 0, since: '1.22' }),
  ),
];
