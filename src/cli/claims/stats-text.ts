import type { ClaimStats, Tally } from '../../claims/admin/claim-stats.js';
import { counted } from './session.js';

const maxLines = 20;

export function statsText(stats: ClaimStats): string {
	const { claims, active, revoked, damaged, holders, supported } = stats;
	return [
		`${counted(claims, 'claim')} by ${counted(holders, 'member')}`,
		`${active} active (${supported} with support), ${revoked} revoked, ${damaged} damaged`,
		...tallyLines('Items', stats.items),
		...tallyLines('Licenses', stats.licenseTypes),
		'',
	].join('\n');
}

function tallyLines(title: string, tallies: readonly Tally[]): string[] {
	if (tallies.length === 0) return [];
	const shown = tallies.slice(0, maxLines);
	const width = String(shown[0]?.claims ?? 0).length;
	const rest = tallies.length - shown.length;
	return [
		'',
		title,
		...shown.map(({ name, claims }) => `  ${String(claims).padStart(width)}  ${printable(name)}`),
		...(rest > 0 ? [`  … and ${rest} more (--json shows all)`] : []),
	];
}

/** Names come from the marketplace: they must not contain terminal control sequences. */
function printable(name: string): string {
	return name.replaceAll(/\p{C}/gu, '?');
}
