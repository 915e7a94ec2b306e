import type { ContainerNamedFact } from '../fact.ts';

/** A line of the mass that tells the id of a container and nothing else, for those who need no fact of it: the id is left in the line. One object for all lines. */
export class ContainerIdLine {
  /** Id of the catalogue row. */
  message = '';
  what: ContainerNamedFact['what'] = 'other';
  /** Where the 64 characters of the id begin in the line's bytes. They may be no id, as those of an `EventLine`. */
  idAt = 0;
}
