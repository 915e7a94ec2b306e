export const TABLE_FILE: string;
export function minorsOf(label: string): readonly number[];
export function moduleText(text: string, wanted: (message: string) => boolean): string;
export function commonMessages(): Promise<(message: string) => boolean>;
export function sourceText(): string | undefined;
