import english from '../../../src/i18n/messages/en.json' with { type: 'json' };
import type { MessageKey } from '../../../src/i18n/messages.js';
import { type Finding, type FindingValue, ok, trouble } from '../../../src/servers/guild-finding.js';
import type { Foreign } from '../foreign.js';
import { many } from '../sample.js';

/** The texts of the page around the findings. */
const ofThePage = /^finding\.(title|left|allFine|fine|checkedAt|every|setUp|otherServers\.(server|named))$/;

const texts = (Object.keys(english) as (MessageKey & keyof typeof english)[]).filter(
	(key) => key === 'panel.isAudit' || (key.startsWith('finding.') && !ofThePage.test(key)),
);
/** A finding has no full stop; the advice ends with one. */
const todos = texts.filter((key) => english[key].endsWith('.'));
/** Leaves out the finding that names servers, each with a button. */
const says = texts.filter((key) => !todos.includes(key) && key !== 'finding.otherServers.says');

/** One of each possible finding. */
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
	const made = (key: MessageKey, at: number, others = values) =>
		trouble('problem', 'some', key, todos[at % todos.length] ?? [], { values: others });
	return [
		...says.map((key) => ok('some', key, { values })),
		...says.map((key, at) => made(key, at)),
		...purposes.map((others, at) => made('finding.unseen', at, others)),
		made('finding.links.missing', 0, { ...values, what: 'support' }),
		made('finding.role.missing', 0, gone),
		...[[server], several].map((servers, at) =>
			made('finding.otherServers.says', at, { ...values, count: servers.length, servers: { servers } }),
		),
	];
}
