import { exitCodes } from '../../base/errors.js';
import { claimStats, type Tally } from '../../claims/admin/claim-stats.js';
import { type Command, counted } from './session.js';

const maxLines = 20;

export const stats: Command = {
	takes: '[--json]',
	says: 'counts claims, holders, items',
	async run(session, { json }) {
		const found = await claimStats(await session.claims('Counted'), session.clock.now());
		const { claims, active, revoked, damaged, holders, supported, items, licenseTypes } = found;
		const lines = [
			`${counted(claims, 'claim')} by ${counted(holders, 'member')}`,
			`${active} active (${supported} with support), ${revoked} revoked, ${damaged} damaged`,
			...tallyLines('Items', items),
			...tallyLines('Licenses', licenseTypes),
		];
		session.print(json ? `${JSON.stringify(found)}\n` : `${lines.join('\n')}\n`);
		return exitCodes.ok;
	},
};

function tallyLines(title: string, tallies: readonly Tally[]): string[] {
	if (tallies.length === 0) return [];
	const width = String(tallies[0]?.claims ?? 0).length;
	const rest = tallies.length - maxLines;
	return [
		'',
		title,
		...tallies
			.slice(0, maxLines)
			.map(({ name, claims }) => `  ${String(claims).padStart(width)}  ${printable(name)}`),
		...(rest > 0 ? [`  … and ${rest} more (--json shows all)`] : []),
	];
}

/** Names come from the marketplace: they must not contain terminal control sequences. */
function printable(name: string): string {
	return name.replaceAll(/\p{C}/gu, '?');
}
