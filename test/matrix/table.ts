import { quantile } from '../bench/quantile.js';
import type { Fault } from './fault.js';
import type { Side } from './operation.js';
import type { Cell } from './play-fault.js';

/** The columns of the table: similar operations share one, which shows the slowest. */
const columns: Readonly<Record<string, readonly string[]>> = {
	Verify: ['verify', 'verify, two at once'],
	'My roles': ['get my roles'],
	Whois: ['whois, member', 'whois, code'],
	Check: ['check'],
	'Acts of staff': ['release', 'move', 'lock', 'give', 'undo'],
	'Decide a dispute': ['decide: move', 'decide: leave'],
	Panel: ['panel'],
	Items: ['items'],
	Setup: ['setup'],
};

const sides: Readonly<Record<Side, string>> = { shop: 'Shop', Discord: 'Discord', store: 'Store' };

export function tableOf(
	rows: readonly { readonly fault: Fault; readonly cells: readonly Cell[] }[],
): string[] {
	const head = ['Fault', ...Object.keys(columns), 'Wrong'];
	return [
		`|${head.join('|')}|`,
		`|${head.map(() => '---').join('|')}|`,
		...rows.map(({ fault, cells }) => {
			const shown = Object.values(columns).map((names) =>
				cellText(cells.filter(({ operation }) => names.includes(operation))),
			);
			return `|${[`${sides[fault.of]}: ${fault.name}`, ...shown, cells.flatMap(({ broken }) => broken).length].join('|')}|`;
		}),
	];
}

function cellText(cells: readonly Cell[]): string {
	if (cells.length === 0) return '–';
	const answered = cells.flatMap((cell) => cell.answered);
	const marks = [
		cells.some(({ waiting }) => waiting > 0) && '⏳',
		cells.some(({ untaken }) => untaken > 0) && '∅',
		cells.some((cell) => cell.broken.length > 0) && '✗',
	].filter((mark) => mark !== false);
	return [p99(answered), ...marks].join('');
}

/** Formats seconds; shows the maximum if there are fewer than a hundred values. */
function p99(times: readonly number[]): string {
	const ms = quantile(
		times.toSorted((one, other) => one - other),
		0.99,
	);
	return ms === undefined ? '–' : (ms / 1_000).toFixed(1);
}
