/** A log built to hurt: what its name says grows, everything else stays. */
export interface Shape {
  readonly name: string;
  /** The smallest size. */
  readonly start: number;
  /** The size that must go through within the bounds. */
  readonly goal: number;
  /** Writes a file, or a folder of files. */
  readonly make: (path: string, size: number) => void;
  readonly named?: boolean;
}

export const SHAPES: readonly Shape[];
