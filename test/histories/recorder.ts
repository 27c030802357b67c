import type { Operation } from './history.js';
import type { Input } from './input.js';

/** An operation as it is logged: on one code or several, each of which sees a part of it. */
interface Logged {
	readonly codes: readonly number[];
	readonly input: Input;
}

export type Line =
	| ({ readonly id: number; readonly at: number } & Logged)
	| { readonly id: number; readonly at: number; readonly outputs: readonly string[] }
	/** The store failed, so that nobody knows what became of it. */
	| { readonly id: number; readonly error: string };

/** What is seen of the operations of one process. */
export interface Recorder {
	/** Before the call. Gives its id. */
	call(logged: Logged): number;
	/** After the return. */
	return(id: number, outputs: readonly string[]): void;
	fail(id: number, error: string): void;
	close(): void;
}

/** Linux' monotonic clock, which all processes of a machine share, in nanoseconds: exact for a hundred days of uptime. */
function monotonicNow(): number {
	return Number(process.hrtime.bigint());
}

/** Keeps the lines in memory, for operations of one process. */
export function memoryRecorder(): Recorder & { operations(process: string): readonly LoggedOperation[] } {
	const lines: Line[] = [];
	return {
		...recorderTo((line) => void lines.push(line)),
		close() {},
		operations: (process) => operationsOf(process, lines),
	};
}

export function recorderTo(write: (line: Line) => void): Omit<Recorder, 'close'> {
	let id = 0;
	return {
		call(logged) {
			id += 1;
			const at = monotonicNow();
			write({ id, at, ...logged });
			return id;
		},
		return(id, outputs) {
			write({ id, at: monotonicNow(), outputs });
		},
		fail(id, error) {
			write({ id, error });
		},
	};
}

/** An operation as it was seen, on all its codes. */
export interface LoggedOperation extends Logged, Omit<Operation<Input, string>, 'input' | 'output'> {
	readonly outputs: readonly string[] | undefined;
	readonly error: string | undefined;
}

export function operationsOf(process: string, lines: readonly Line[]): LoggedOperation[] {
	const ends = new Map<number, Extract<Line, { outputs: unknown }>>();
	const errors = new Map<number, string>();
	for (const line of lines) {
		if ('outputs' in line) ends.set(line.id, line);
		if ('error' in line) errors.set(line.id, line.error);
	}
	return lines.flatMap((line) => {
		if (!('input' in line)) return [];
		const end = ends.get(line.id);
		return [
			{
				process,
				codes: line.codes,
				input: line.input,
				calledAt: line.at,
				returnedAt: end?.at ?? Number.POSITIVE_INFINITY,
				outputs: end?.outputs,
				error: errors.get(line.id),
			},
		];
	});
}
