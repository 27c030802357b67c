import { Presets, SingleBar } from 'cli-progress';

/** The progress goes to standard error; standard output is for the command's own output. */
export type ProgressOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export interface ProgressDisplay {
	/** `total` is undefined if unknown. */
	show(done: number, total: number | undefined): void;
	/** Ends the line, so that the next output starts on its own. */
	end(): void;
}

/** Short enough for a line of 60 characters. */
const barsize = 20;

/** A bar on a terminal; otherwise, as in a log, a line for every tenth or every 10,000. */
export function showProgress(label: string, output: ProgressOutput): ProgressDisplay {
	return output.isTTY ? showBar(label, output) : showLines(label, output);
}

function showBar(label: string, stream: NodeJS.WritableStream): ProgressDisplay {
	let bar: SingleBar | undefined;
	return {
		show(done, total) {
			if (bar === undefined) {
				const formatTime = total === undefined ? passed : left;
				const format =
					total === undefined
						? `${label}  {value}  {duration_formatted}`
						: `${label}  {bar}  {percentage}%  {value}/{total}  {eta_formatted}`;
				const options = { stream, format, formatTime, hideCursor: true, etaBuffer: 200, barsize };
				bar = new SingleBar(options, Presets.shades_classic);
				bar.start(total ?? 0, done);
			}
			// The running bot may add more than was counted at the start.
			if (total !== undefined) bar.setTotal(Math.max(total, done));
			bar.update(done);
		},
		end() {
			bar?.stop();
			// Work that goes on gets another bar.
			bar = undefined;
		},
	};
}

function passed(seconds: number): string {
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The library gives words for a time that it can't estimate. */
function left(seconds: number | string): string {
	return typeof seconds === 'number' && seconds > 0 ? `${passed(seconds)} left` : '';
}

function showLines(label: string, output: NodeJS.WritableStream): ProgressDisplay {
	let next = 0;
	return {
		show(done, total) {
			if (done < next && done !== total) return;
			const step = total === undefined ? 10_000 : Math.max(1, Math.ceil(total / 10));
			next = (Math.floor(done / step) + 1) * step;
			output.write(`${label}: ${done}${total === undefined ? '' : ` of ${total}`}\n`);
		},
		end() {},
	};
}
