import { maxKeyLength } from '../../../commands/setup/subjects.js';
import { powerBitsOf, powersIn } from '../../../src/discord/guilds/guild-facts.js';
import { examineGuild } from '../../../src/servers/examine-guild.js';
import { type Finding, ok, trouble } from '../../../src/servers/guild-finding.js';
import { periodKey, ruleKinds } from '../../../src/servers/rule-subject.js';
import type { SetupOverview } from '../../../src/services/setup/setup.js';
import {
	type RefusedSetup,
	refused,
	type SetupOutcome,
	unavailable,
} from '../../../src/services/setup/setup-refusals.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import type { Foreign } from '../foreign.js';
import { channelIds, many, roleIds } from '../sample.js';

const roleId = ids.staff;
const digest = 'AbC_-123';

/** As many elevated permissions as a role can have, which gives the longest sentence about it. */
const powers = powersIn(powerBitsOf((1n << 64n) - 1n, 0n));

const role = { role: { id: roleIds.staff, name: 'Staff' } };
const permissions = { permissions: ['ManageGuild', 'ManageRoles'] } as const;
const channel = { channel: { id: channelIds.verify, name: '' } };

export const tooHigh: RefusedSetup = {
	...refused('finding.role.above-bot', 'finding.role.dragMine', { role }),
	isTooHigh: true,
};
export const administratorRole = refused('setup.refused.administrator', undefined, { role });

export const everySetupRefusal: readonly RefusedSetup[] = [
	unavailable,
	tooHigh,
	administratorRole,
	...(['missing', 'everyone', 'managed', 'self-chosen'] as const).map((fault) =>
		refused(`setup.refused.${fault}`, undefined, { role }),
	),
	...(['is-staff', 'is-given'] as const).map((fault) =>
		refused(`setup.refused.${fault}`, `setup.refused.${fault}.why`, { role }),
	),
	refused('moderation.hindrance.role-above', undefined, { role }),
	...(['management', 'administrator'] as const).map((takes) =>
		refused('setup.notSaved', `setup.takes.${takes}`, { permissions }),
	),
	refused('setup.unusableChannel', 'setup.unusableChannel.todo'),
	refused('setup.panel.posted', 'setup.panelChannel.todo', { channel }),
	refused('setup.tooMany', 'setup.tooMany.todo', { most: 200 }),
	...(['full', 'pending'] as const).map((kind) => refused(`setup.make.${kind}`, `setup.make.${kind}.todo`)),
	refused('finding.manageRoles.says', 'finding.manageRoles.todo', {
		permission: { permissions: ['ManageRoles'] },
	}),
];

type Question = Extract<SetupOutcome, { kind: 'to-confirm' }>;

/** Every question that can come before a choice is saved, with all possible details. */
export function everySetupQuestion(foreign: Foreign): readonly Question[] {
	const holders = [0, 1, 2, 5, 1_000_000, undefined];
	const ofRole = (change: Question['change'], count: number | undefined): Question => ({
		kind: 'to-confirm',
		change,
		concerns: [
			{ kind: 'powers', powers, bits: 1n << 60n },
			{ kind: 'channels', channelIds: many(40, (at) => `4000000000000${10_000 + at}`) },
			{ kind: 'unchecked-channels', count: count ?? 1 },
			{ kind: 'holders', count },
		],
		digest,
	});
	return [
		...holders.map((count) => ofRole({ what: 'setting', name: 'buyer', picked: [roleId] }, count)),
		ofRole({ what: 'setting', name: 'supported', picked: [roleId] }, 1),
		ofRole({ what: 'setting', name: 'soon', picked: [roleId] }, 1),
		ofRole({ what: 'powers', roleId }, 1),
		...subjectsOf(foreign).map((subject) => ({
			...ofRole({ what: 'rule', subject, roleId }, 1),
			reach: { reached: 1_000_000, buyers: 1_000_000, isComplete: false },
		})),
		{
			kind: 'to-confirm',
			change: { what: 'setting', name: 'audit', picked: [ids.lobby] },
			concerns: [{ kind: 'open-channel', channelId: ids.lobby }],
			digest,
		},
		{
			kind: 'to-confirm',
			change: { what: 'setting', name: 'audit', picked: [ids.unseen] },
			concerns: [{ kind: 'unchecked-channel', channelId: ids.unseen }],
			digest,
		},
		{
			kind: 'to-confirm',
			change: { what: 'setting', name: 'buyer', picked: [roleId] },
			concerns: [{ kind: 'exists' }],
			digest,
		},
	];
}

const oneDay = periodKey({ from: Date.UTC(2026, 0, 31), until: Date.UTC(2026, 1, 1) });

/** The reasons to give a role. */
export const subjectsOf = (foreign: Foreign) =>
	ruleKinds.map((kind) => ({
		kind,
		key: kind === 'item' ? '7' : kind === 'date' ? oneDay : foreign.text('Themes', maxKeyLength),
	}));

function rulesFor(foreign: Foreign, roles: readonly string[]) {
	const roleOf = (at: number) => roles[at % roles.length] ?? ids.buyer;
	// The index keeps the keys distinct.
	const keyOf = (at: number) => `${at}${foreign.text('Themes', maxKeyLength - 3)}`;
	return {
		itemRoles: { '7': roleOf(0), '8': roleOf(1), '9007199254740991': roleOf(2) },
		categoryRoles: Object.fromEntries(many(120, (at) => [keyOf(at), roleOf(at)])),
		licenceRoles: { [foreign.text('Regular', maxKeyLength)]: roleOf(1) },
		dateRoles: [{ until: 86_400_000 }, { from: 0 }, { from: 0, until: 86_400_000 }].map((period, at) => ({
			...period,
			roleId: roleOf(at),
		})),
	};
}

/** A server in which everything is chosen and works. */
function fullSetup(foreign: Foreign): SetupOverview {
	const settings = sampleSettings({
		supportedRoleId: ids.supported,
		support: { noticeDays: 14, endsSoonRoleId: ids.buyer, graceDays: 90 },
		auditChannelId: ids.audit,
		staffRoleIds: [ids.legend],
		links: {
			supportChannelId: ids.audit,
			helpChannelId: ids.lobby,
			exampleUrl: foreign.address('https://shop.example/receipt.png'),
			renewUrl: foreign.address('https://shop.example/renew'),
		},
		sharing: 'staff',
		...rulesFor(foreign, [ids.buyer, ids.supported]),
	});
	const panels = [{ channelId: ids.lobby, messageId: '600000000000000001' }];
	return { settings, findings: examineGuild(fakeGuild(), settings, panels) };
}

/** A server in which everything is chosen and each choice has a problem. */
function troubledSetup(foreign: Foreign): SetupOverview {
	const settings = sampleSettings({
		buyerRoleId: ids.staff,
		supportedRoleId: ids.aboveBot,
		support: { noticeDays: 60, endsSoonRoleId: ids.staff, graceDays: 0 },
		auditChannelId: ids.hidden,
		links: { supportChannelId: ids.deleted, helpChannelId: ids.audit },
		staffRoleIds: [ids.managed, ids.deleted],
		...rulesFor(foreign, [ids.aboveBot, ids.managed, ids.staff, ids.deleted, ids.guild]),
	});
	const panels = [{ channelId: ids.audit, messageId: '600000000000000001' }];
	const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings, panels);
	// The longest possible description of a role.
	const powerful = findings.map((it) =>
		'powers' in it.values ? { ...it, values: { ...it.values, powers: { permissions: powers } } } : it,
	);
	return { settings, findings: powerful };
}

/** Servers that have chosen nothing or everything, with and without problems. */
export const everyOverview = (foreign: Foreign): readonly SetupOverview[] =>
	[{ settings: sampleSettings(), findings: [] }, fullSetup(foreign), troubledSetup(foreign)].flatMap(
		(overview) => [overview, { ...overview, findings: [] }],
	);

export const fineOf = (foreign: Foreign): readonly Finding[] => [
	ok('manage-roles', 'finding.manageRoles.ok'),
	ok('buyer-role', 'finding.buyerRole.ok'),
	ok('roles-assignable', 'finding.rolesAssignable.ok'),
	ok('roles-harmless', 'finding.rolesHarmless.ok'),
	ok('audit-channel', 'finding.auditChannel.ok', {
		channel: { id: channelIds.audit, name: foreign.text('audit') },
	}),
];

export function tooHighOf(foreign: Foreign): Finding {
	const role = { id: roleIds.buyer, name: foreign.text('Buyer') };
	return trouble('problem', 'roles-assignable', 'finding.role.above-bot', 'finding.role.dragMine', {
		values: { role: { role } },
		page: 'main',
		role,
		fault: 'above-bot',
	});
}
