/** Messages of the component `config`. */
import { nodeTrouble, troubleByError } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const configRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'config',
      file: 'file_linux.go',
      facts: troubleByError({ 'too-many-files': 'inotify-limit', 'no-space': 'inotify-limit' }, 'static-pod', 'path'),
      meaning: 'The folder with static pods could not be read.',
      whatToDo: 'Make the folder, or remove staticPodPath from the configuration.',
    },
    text('config.static-dir.u', 'Unable to read config path "{path}": {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.11',
      until: '1.20',
    }),
    keyed('config.static-dir.s', 'Unable to read config path', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'config',
      file: 'file.go',
      facts: nodeTrouble('static-pod', 'file'),
      meaning:
        'A file in the folder of static pods could not be read as a pod. Its pod does not start; that of the API server or etcd leaves the control plane of this node down.',
      whatToDo: 'Correct the file that the line names: its YAML, apiVersion, kind, and what the error complains of.',
    },
    text('config.manifest.u', 'Can\'t process manifest file "{file}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('config.manifest.u2', 'Can\'t process manifest file "{file}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'file_linux.go',
    }),
    text('config.manifest.u3', 'can\'t process config file "{file}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.8',
      file: 'file_linux.go',
    }),
    keyed('config.manifest.s', 'Could not process manifest file', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      facts: nodeTrouble('static-pod', 'path'),
    }),
    text('config.manifest-kind.u', 'Manifest path "{file}" is not a directory or file: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('config.manifest-kind.s', 'Manifest path is not a directory or file', ['path', 'mode'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      facts: nodeTrouble('static-pod', 'path'),
    }),
    text('config.url.u', 'Failed to read pods from URL: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'http.go',
    }),
    keyed('config.url.s', 'Failed to read pods from URL', ['err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      file: 'http.go',
    }),
    text('config.pod-invalid.u', 'Pod[{index}] ({pod}) from {source} failed validation, ignoring: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'config.go',
    }),
    keyed(
      'config.pod-invalid.s',
      'Pod failed validation due to duplicate pod name, ignoring',
      ['index', 'pod', 'source'],
      { severity: 'I', verbosity: 0, since: '1.21', file: 'config.go' },
    ),
  ),
  ...family(
    {
      component: 'config',
      file: 'apiserver.go',
      meaning: 'The kubelet begins to watch the API server for pods.',
    },
    keyed('config.watching-api.s', 'Watching apiserver', [], { severity: 'I', verbosity: 0, since: '1.22' }),
  ),
];

/** Where the texts of these rows were read. */
export const configSources: SourceTable = {
  'pkg/kubelet/config/file_linux.go': {
    'config.static-dir.u': '1.11-1.20',
    'config.static-dir.s': '1.21-1.36',
    'config.manifest.u2': 'glog, lines',
    'config.manifest.u3': 'lines',
  },
  'pkg/kubelet/config/file.go': {
    'config.manifest.u': 'klog, lines',
    'config.manifest.s': 'structured, lines',
    'config.manifest-kind.u': 'klog',
    'config.manifest-kind.s': 'structured, contextual',
  },
  'pkg/kubelet/config/http.go': {
    'config.url.u': 'glog',
    'config.url.s': 'structured',
  },
  'pkg/kubelet/config/config.go': {
    'config.pod-invalid.u': 'glog',
    'config.pod-invalid.s': 'structured',
  },
  'pkg/kubelet/config/apiserver.go': {
    'config.watching-api.s': '1.22-1.36',
  },
};
