import { setupConfirmView, setupRefusalView } from '../../../commands/setup/choice.js';
import { setupView } from '../../../commands/setup/main.js';
import { policyView, seatsModal } from '../../../commands/setup/policy.js';
import { setupRulesView } from '../../../commands/setup/rules.js';
import {
	linksModal,
	panelChoiceView,
	settingsView,
	unsavedLinksView,
} from '../../../commands/setup/settings.js';
import { maxKeyLength } from '../../../commands/setup/subjects.js';
import type { ClaimPolicy } from '../../../src/claims/policy.js';
import type { Translator } from '../../../src/i18n/translator.js';
import { ok, trouble } from '../../../src/servers/guild-finding.js';
import { settingsPages } from '../../../src/servers/settings-table.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import type { SetupOverview } from '../../../src/services/setup/setup.js';
import { secureUrl } from '../../../src/ui/links.js';
import { button, primary } from '../../../src/ui/page.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import type { Foreign } from '../foreign.js';
import { channelIds, guildId, many, roleIds } from '../sample.js';
import { page, pairs, type States, variants, variantsOf } from '../state.js';
import {
	administratorRole,
	everyOverview,
	everySetupQuestion,
	everySetupRefusal,
	fineOf,
	subjectsOf,
	tooHigh,
	tooHighOf,
} from './setup-overviews.js';

/** The page with a note above it. */
const badLinkNote = (t: Translator) => `⚠️ **${t('setup.links.bad')}**`;

const change = { what: 'setting', name: 'buyer', picked: [roleIds.staff] } as const;
const digest = 'AbC_-123';

/** A server without a panel, which is otherwise ready. */
function overviewsOf(foreign: Foreign) {
	const fine = fineOf(foreign);
	const settings = sampleSettings({
		buyerRoleId: roleIds.buyer,
		auditChannelId: channelIds.audit,
		itemRoles: { '7': roleIds.aurora },
		links: { supportChannelId: channelIds.support, helpChannelId: channelIds.help },
	});
	const withoutPanel: SetupOverview = {
		settings,
		findings: [...fine, trouble('warning', 'panel', 'finding.panel.none', 'finding.panel.post')],
	};
	const channel = { id: channelIds.verify, name: foreign.text('verify') };
	const ready: SetupOverview = {
		...withoutPanel,
		findings: [...fine, ok('panel', 'finding.panel.ok', { channel })],
	};
	const blocked: SetupOverview = { ...withoutPanel, findings: [tooHighOf(foreign), ...fine.slice(0, 2)] };
	const aurora = { id: roleIds.aurora, name: 'Aurora' };
	const updates = { channelId: channelIds.verify, since: 1, categories: ['Themes'], roleId: roleIds.aurora };
	const withUpdates: SetupOverview = {
		...withoutPanel,
		settings: { ...settings, itemRoles: {}, updates },
		findings: [
			...withoutPanel.findings,
			trouble('warning', 'updates', 'finding.updates.silent', 'finding.updates.mention', {
				values: { role: { role: aurora }, permission: { permissions: ['MentionEveryone'] } },
				role: aurora,
				fault: 'silent',
			}),
		],
	};
	return { withoutPanel, ready, blocked, withUpdates };
}

export const setupStates: States = (foreign) => {
	const { withoutPanel, ready, blocked, withUpdates } = overviewsOf(foreign);
	const categories = many(30, (at) => foreign.text(`Themes ${at}`, 90));
	const stored = (usual: string) => secureUrl(foreign.address(usual), 512) ?? usual;
	const itemName = foreign.text('Aurora');
	const nameOf = () => itemName;
	const overviews = everyOverview(foreign);
	const changes: readonly SetupChange[] = [
		change,
		{ what: 'setting', name: 'supported', picked: [roleIds.staff] },
		{ what: 'powers', roleId: roleIds.staff },
		...subjectsOf(foreign).map((subject) => ({ what: 'rule', subject, roleId: roleIds.staff }) as const),
	];
	const policies: readonly ClaimPolicy[] = [
		...(['never', 'members-move'] as const).map((kind) => ({
			unlinking: { kind },
			seats: {},
		})),
		...[1, 3, 60].map((count) => ({
			unlinking: { kind: 'after-days', days: 30 } as const,
			seats: Object.fromEntries(
				many(count, (at) => [`${at}${foreign.text('Regular', maxKeyLength - 3)}`, at + 1]),
			),
		})),
	];
	return [
		page('setup', '/setup server', setupView, [guildId, withoutPanel]),
		page('setup/ready', 'Ready', setupView, [guildId, ready]),
		page('setup/buyer', 'The buyer role', settingsView, ['buyer', withoutPanel]),
		page('setup/no-buyer', 'No buyer role is chosen', settingsView, [
			'buyer',
			{ ...withoutPanel, settings: { ...withoutPanel.settings, buyerRoleId: undefined } },
		]),
		page('setup/made-before', 'A role called Buyer exists', setupConfirmView, [
			{ kind: 'to-confirm', change, concerns: [{ kind: 'exists' }], digest },
		]),
		page('setup/active', 'The support roles', settingsView, ['active', withoutPanel]),
		page('setup/own', 'The bot’s own role is too low', setupView, [guildId, blocked]),
		page('setup/audit', 'The audit channel', settingsView, ['audit', withoutPanel]),
		page('setup/panel', 'Where the panel goes', panelChoiceView, [withoutPanel]),
		page('setup/panel-posted', 'The panel is posted', panelChoiceView, [ready]),
		page('setup/staff', 'Staff roles', settingsView, ['staff', withoutPanel]),
		page('setup/sharing', 'Who shares items', settingsView, ['sharing', withoutPanel]),
		page('setup/updates-off', 'Announcements are off', settingsView, ['updates', withoutPanel]),
		page('setup/no-updates-role', 'Announcements mention no role', settingsView, [
			'updates',
			{ ...ready, settings: { ...ready.settings, updates: { channelId: channelIds.verify, since: 1 } } },
		]),
		page('setup/updates', 'Announcements', settingsView, ['updates', withUpdates, { categories }]),
		page('setup/links', 'Links', settingsView, ['links', withoutPanel]),
		page('setup/rules', 'Roles by purchase', setupRulesView, [withoutPanel, 0, nameOf]),
		page('setup/policy', 'Seats and unlinking', policyView, [
			{ unlinking: { kind: 'members-move' }, seats: { Extended: 5 } },
			['Regular'],
		]),
		page('setup/seats-mistaken', 'The typed seats are no number', policyView, (t) => [
			{ unlinking: { kind: 'members-move' } as const, seats: { Extended: 5 } },
			['Regular'],
			`⚠️ **${t('policy.badSeats', { most: 50 })}**`,
			primary(button(t('button.tryAgain'), 'cc1:policy-seats:=Regular:x')),
		]),
		page('setup/policy-unlinking', 'Members may unlink', policyView, [
			{ unlinking: { kind: 'after-days', days: 7 }, seats: {} },
			[],
		]),
		page('setup/powers', 'A role with powers', setupConfirmView, [
			{
				kind: 'to-confirm',
				change,
				concerns: [{ kind: 'powers', powers: ['ManageMessages'], bits: 1n }],
				digest,
			},
		]),
		page('setup/opens', 'A role that opens a channel', setupConfirmView, [
			{
				kind: 'to-confirm',
				change,
				concerns: [{ kind: 'channels', channelIds: [channelIds.audit] }],
				digest,
			},
		]),
		page('setup/too-high', 'A role above the bot’s', setupRefusalView, [tooHigh, change]),
		page('setup/administrator', 'A role of administrators', setupRefusalView, [administratorRole, change]),
		page('setup/links-form', 'The form of the links', linksModal, [{}]),
		page('setup/seats-form', 'The form of *Set seats*', seatsModal, ['=Regular', 'Regular', '']),
		page('setup/other-seats-form', 'The same, of another type', seatsModal, ['+', undefined, '']),
		...variants(
			seatsModal,
			['99', 'x'].map((typed) => ['+', foreign.text('Regular', maxKeyLength), typed]),
		),
		page('setup/links-stale', 'The links have changed since the form was opened', unsavedLinksView, (t) => [
			t('form.stale'),
			{ exampleUrl: '', renewUrl: foreign.text('https://x.example/receipt', 512) },
		]),
		...variants(
			setupView,
			overviews.map((overview) => (t) => [guildId, overview, badLinkNote(t)]),
		),
		...variants(
			settingsView,
			[withUpdates, ...overviews].flatMap((overview) =>
				settingsPages.map((at) => (t) => {
					const shown = { note: badLinkNote(t), categories };
					return [at, overview, shown] as const;
				}),
			),
		),
		...variants(
			panelChoiceView,
			overviews.map((overview) => [overview]),
		),
		...variants(
			setupRulesView,
			overviews.flatMap((overview) => [0, 1, 99].map((at) => (t) => [overview, at, nameOf, badLinkNote(t)])),
		),
		...variantsOf(setupConfirmView, everySetupQuestion(foreign)),
		...variants(setupRefusalView, pairs(everySetupRefusal, changes)),
		...variants(
			policyView,
			policies.map((policy) => (t) => [policy, categories, badLinkNote(t)]),
		),
		...variants(linksModal, [
			[{ renewUrl: stored('https://shop.example/renew') }],
			[
				{
					exampleUrl: stored('https://shop.example/receipt.png'),
					renewUrl: stored('https://shop.example/renew'),
				},
			],
		]),
	];
};
