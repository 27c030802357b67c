import { wantsColour } from '@claimcheck/local-discord/drawing/spans';

/** Where lines for a person go. */
export interface Screen {
	/** How many columns a line should have at most. */
	readonly width: number;
	readonly colour: boolean;
	/** Writes whole lines; several are separated by `\n`. */
	print(lines: string): void;
}

/** The part of a terminal, a pipe or a test's recorder that a screen needs. */
export interface Output {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

const widthWithoutTerminal = 80;
const narrowest = 40;
/** Longer lines are hard to read, however wide the window. */
const widest = 100;

/** A screen on `output`, in colours where appropriate. The width is read once. */
export function screenOn(output: Output, environment: Readonly<Record<string, string | undefined>>): Screen {
	// Some terminals, such as that of `script`, report no columns at all.
	const columns = output.columns || widthWithoutTerminal;
	return {
		width: Math.max(narrowest, Math.min(widest, columns)),
		colour: wantsColour(output, environment),
		print(lines) {
			output.write(`${lines}\n`);
		},
	};
}
