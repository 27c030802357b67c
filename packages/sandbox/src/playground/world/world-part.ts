import type { z } from 'zod';

type Act = (args: unknown) => unknown;

/** How the acts of `Acts` are read and carried out, by their names. */
export type ActTable<Acts> = {
	readonly [Name in keyof Acts]: {
		readonly args: z.ZodType<Acts[Name]>;
		readonly run: (args: Acts[Name]) => unknown;
	};
};

/** A part of the world that the page shows and can change. */
export interface WorldPart {
	/** The part's name in the page's state. */
	readonly name: string;
	readonly acts: Readonly<Record<string, Act>>;
	state(): unknown;
	close(): void;
}

/** Acts whose arguments are read by a schema first. */
export function actsOf<Acts>(table: ActTable<Acts>): Readonly<Record<string, Act>> {
	const names = Object.keys(table) as (keyof Acts & string)[];
	return Object.fromEntries(
		names.map((name): [string, Act] => {
			const { args, run } = table[name];
			return [name, (given) => run(args.parse(given))];
		}),
	);
}

/** Calls `act` once after a burst of calls, `ms` milliseconds later: 0 is the end of this turn. */
export function settled(act: () => void, ms = 0): (() => void) & { cancel(): void } {
	let timer: NodeJS.Timeout | undefined;
	const call = () => {
		timer ??= setTimeout(() => {
			timer = undefined;
			act();
		}, ms);
	};
	return Object.assign(call, {
		cancel: () => {
			clearTimeout(timer);
			timer = undefined;
		},
	});
}
