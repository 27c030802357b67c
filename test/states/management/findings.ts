import { type Finding, type FindingValue, ok, trouble } from '../../../src/guilds/guild-finding.js';
import type { MessageKey } from '../../../src/i18n/messages.js';
import type { Foreign } from '../foreign.js';
import { many } from '../sample.js';

const fine: readonly MessageKey[] = [
	'finding.manageRoles.ok',
	'finding.buyerRole.ok',
	'finding.rolesAssignable.ok',
	'finding.rolesHarmless.ok',
	'finding.panel.ok',
	'finding.auditChannel.none',
	'finding.auditChannel.ok',
	'finding.token.ok',
	'finding.intents.ok',
	'finding.clock.ok',
	'finding.commands.ok',
	'finding.otherServers.ok',
	'finding.key.good',
	'finding.store.ok',
	'finding.publicBot.ok',
	'finding.backup.ok',
	'finding.backup.opens',
	'finding.version',
	'finding.waiting.ok',
	'finding.refusals.ok',
	'finding.identifies.says',
];

/** What can be wrong, and what to do. */
const wrong: readonly (readonly [says: MessageKey, ...todo: MessageKey[]])[] = [
	['finding.manageRoles.says', 'finding.manageRoles.todo'],
	['finding.buyerRole.says', 'finding.buyerRole.todo'],
	['finding.role.missing', 'finding.chooseAnotherRole'],
	['finding.role.everyone', 'finding.chooseAnotherRole'],
	['finding.role.managed', 'finding.chooseAnotherRole'],
	['finding.role.above-bot', 'finding.role.dragMine'],
	['finding.rolesHarmless.says', 'finding.rolesHarmless.todo'],
	['finding.staffRole.says', 'finding.chooseAnotherRole'],
	['finding.staffCommands.says', 'finding.allowCommands'],
	['finding.hiddenCommands.says', 'finding.allowCommands'],
	['finding.panel.none', 'finding.panel.post'],
	['panel.isAudit', 'finding.chooseAnotherChannel'],
	['finding.notForAll', 'finding.panel.allow'],
	['finding.notForAll', 'finding.links.allow'],
	['finding.links.missing', 'finding.chooseAnotherChannel'],
	['finding.unseen', 'finding.auditChannel.allow'],
	['finding.ageRestricted.says', 'finding.ageRestricted.todo'],
	['finding.updates.missing', 'finding.chooseAnotherChannel'],
	['finding.updates.not-allowed', 'finding.auditChannel.allow'],
	['finding.updates.silent', 'finding.updates.mention'],
	['finding.auditChannel.missing', 'finding.chooseAnotherChannel'],
	['finding.auditChannel.no-messages', 'finding.chooseAnotherChannel'],
	['finding.auditChannel.not-allowed', 'finding.auditChannel.allow'],
	['finding.token.refused', 'finding.token.makeNew'],
	['finding.token.silent', 'finding.reason', 'finding.token.checkNetwork'],
	['finding.intents.says', 'finding.intents.todo'],
	['finding.intents.many', 'finding.intents.apply'],
	['finding.identifies.says', 'finding.identifies.todo'],
	['finding.clock.ahead', 'finding.clock.todo'],
	['finding.clock.behind', 'finding.clock.todo'],
	[
		'finding.commands.says',
		'finding.commands.todo',
		'finding.commands.added',
		'finding.commands.changed',
		'finding.commands.removed',
	],
	['finding.membership.anyServer', 'finding.membership.todo'],
	['finding.membership.server', 'finding.membership.todo'],
	['finding.key.refused.says', 'finding.key.refused.todo'],
	['finding.key.sells-nothing.says', 'finding.key.sells-nothing.todo'],
	['finding.key.other-account.says', 'finding.key.other-account.todo'],
	['finding.key.unreachable.says', 'finding.reason', 'finding.key.unreachable.todo'],
	['finding.store.says', 'finding.reason', 'finding.store.todo'],
	['finding.publicBot.says', 'finding.publicBot.todo'],
	['finding.backup.none', 'finding.backup.todo'],
	['finding.backup.old', 'finding.backup.todo'],
	['finding.backup.otherSecret', 'finding.backup.todo'],
	['finding.backup.newer', 'finding.backup.todo'],
	['finding.backup.older', 'finding.backup.todo'],
	['finding.backup.damaged', 'finding.backup.todo'],
	['finding.backupDisk.says', 'finding.backupDisk.todo'],
	['finding.refundChecks.says', 'finding.refundChecks.todo'],
	['finding.unchecked.gateway', 'finding.unchecked.todo'],
	['finding.unchecked.commands', 'finding.unchecked.todo'],
	['finding.unchecked.guilds', 'finding.unchecked.todo'],
	['finding.unchecked.guild', 'finding.unchecked.todo'],
	['finding.unchecked.marketplace-key', 'finding.unchecked.todo'],
	['finding.waiting.says', 'finding.waiting.todo'],
	['finding.refusals.says', 'finding.refusals.todo'],
];

/** One of every finding that there can be. */
export function everyFinding(foreign: Foreign): readonly Finding[] {
	const role = { id: '300000000000000001', name: foreign.text('Buyer') };
	const channel = { id: '400000000000000001', name: foreign.text('audit') };
	const server = { id: '100000000000000001', name: foreign.text('Aurora Support') };
	const values: Record<string, FindingValue> = {
		role: { role },
		channel: { channel },
		permission: { permissions: ['MentionEveryone'] },
		permissions: { permissions: ['ViewChannel', 'SendMessages'] },
		powers: { permissions: ['Administrator', 'ManageGuild', 'ModerateMembers'] },
		commands: { list: ['/whois', 'Purchases'] },
		added: { list: ['/verify'] },
		changed: { list: ['/item'] },
		removed: { list: ['/old'] },
		bot: { foreign: foreign.text('Claimcheck') },
		reason: { foreign: 'SQLITE_FULL', since: 1_700_000_000_000 },
		version: '0.1.0',
		id: server.id,
		what: 'help',
		...{ count: 4, limit: 10_000, left: 990, aDay: 1000, hours: 2, seconds: 45, days: 9 },
		...{ needed: 30_000, possible: 21_600, overdue: 9_000, verified: 3, refused: 1_000 },
	};
	const purposes = ['audit', 'panel', 'support', 'help', 'updates'].map((what) => ({ ...values, what }));
	const gone = { ...values, role: { role: { ...role, name: undefined } } };
	const several = many(12, (at) => ({ id: `${at}`, name: foreign.text('Aurora Support') }));
	const made = ([says, ...todo]: (typeof wrong)[number], others = values) =>
		trouble('problem', 'some', says, todo, { values: others });
	return [
		...fine.map((says) => ok('some', says, { values })),
		...wrong.map((texts) => made(texts)),
		...purposes.map((others) => made(['finding.unseen', 'finding.auditChannel.allow'], others)),
		made(['finding.links.missing', 'finding.chooseAnotherChannel'], { ...values, what: 'support' }),
		made(['finding.role.missing', 'finding.chooseAnotherRole'], gone),
		...[[server], several].map((servers) =>
			made(['finding.otherServers.says', 'finding.otherServers.todo'], {
				...values,
				count: servers.length,
				servers: { servers },
			}),
		),
	];
}
