import type { Finding } from '../../../src/guilds/checkup/findings.js';
import { greetingInChannelView, greetingView } from '../../../src/views/channels/greeting-view.js';
import * as panel from '../../../src/views/channels/panel-view.js';
import * as refusal from '../../../src/views/interactions/refusal-view.js';
import { staleFormView } from '../../../src/views/interactions/stale-form-view.js';
import { embedUrl } from '../../../src/views/kit/links.js';
import { doctorView, wholeDoctorView } from '../../../src/views/management/doctor-view.js';
import { policyView, seatsModal } from '../../../src/views/management/policy-view.js';
import * as choice from '../../../src/views/management/setup-choice-view.js';
import { setupConfirmView } from '../../../src/views/management/setup-confirm-view.js';
import * as links from '../../../src/views/management/setup-links-view.js';
import { policyElsewhereView, setupRefusalView } from '../../../src/views/management/setup-refusal-view.js';
import * as rules from '../../../src/views/management/setup-rules-view.js';
import { setupView } from '../../../src/views/management/setup-view.js';
import { statsView } from '../../../src/views/management/stats-view.js';
import { ids } from '../../guilds/checkup/fake-guild.js';
import { allFindings } from '../../views/findings.js';
import { everyPanelFacts, everyPanelOutcome, panelPlace } from '../../views/sample-panels.js';
import { reportOf, sampleReport } from '../../views/sample-report.js';
import {
	everySetupOutcome,
	everySetupQuestion,
	fullSetup,
	troubledSetup,
} from '../../views/setup-overviews.js';
import { everyChange, everyPolicy } from '../../views/setup-views.js';
import { anyAddress, anyCount, anyMoment, anyText, textUpTo } from './fill.js';
import { form, formatted, message, type ViewCase } from './view-case.js';

const note = 'A note of the bot’s own.';
/** A name that somebody has given a rule, as `/setup` takes it. */
const key = textUpTo(rules.longestKey);
/** Many, of which none is another. */
const keyOf = (index: number): string => `${index}${textUpTo(rules.longestKey - 3)}`;

const overviews = [fullSetup([]), troubledSetup([])].flatMap((overview) => {
	const { settings } = overview;
	const withRules = {
		...settings,
		itemRoles: { '7': ids.buyer, '8': ids.supported, '9007199254740991': ids.deleted },
		categoryRoles: Object.fromEntries(Array.from({ length: 120 }, (_, at) => [keyOf(at), ids.buyer])),
		licenceRoles: { [key]: ids.supported },
		links: { ...settings.links, exampleUrl: anyAddress, renewUrl: anyAddress },
	};
	return [overview, { ...overview, settings: withRules }, { ...overview, findings: [], isHome: false }];
});
const nameOf = (): string => anyText;
const of = overviews.map((overview) => [overview, note] as const);

const refusals = everySetupOutcome.flatMap((outcome) =>
	outcome.kind === 'saved' || outcome.kind === 'to-confirm' ? [] : [outcome],
);
const changes = everyChange.map((change) =>
	change.what === 'rule' ? { ...change, subject: { kind: 'category', key } as const } : change,
);

/** Findings in which every name is a stranger's. */
const findings: readonly Finding[] = allFindings.map((finding) => named(finding));

function named<T>(node: T): T {
	if (Array.isArray(node)) return node.map(named) as T;
	if (typeof node !== 'object' || node === null) return node;
	const members = Object.entries(node).map(([name, value]) => [
		name,
		typeof value === 'string' && /^(name|botName)$/.test(name) ? anyText : named(value),
	]);
	return Object.fromEntries(members) as T;
}

const contents = [
	{},
	{ title: textUpTo(256), text: textUpTo(3_600), pictureUrl: anyAddress, pictureAlt: textUpTo(1_000) },
];
const typedWords = {
	title: textUpTo(256),
	text: textUpTo(3_600),
	picture: textUpTo(2_048),
	alt: textUpTo(1_000),
};
const panelFacts = everyPanelFacts.map((facts) => ({
	...facts,
	server: { name: textUpTo(100), iconUrl: facts.server.iconUrl && anyAddress },
}));

const reports = [
	sampleReport(),
	reportOf(30),
	reportOf(90, [
		{
			items: Array.from({ length: 100 }, (_, at) => ({ id: at, name: textUpTo(100), count: at + 1 })),
			others: 5,
			refusals: { invalid: 1_000_000, taken: 1, limited: 2, 'not-a-code': 3, uncheckable: 4 },
			refunds: 7,
		},
		{},
	]),
];

const fixed = Object.fromEntries(
	Object.entries(refusal).map(([name, view]) => [`refusal-view/${name}`, message(view, [], [])]),
);

export const serverCases: Readonly<Record<string, ViewCase>> = {
	...fixed,
	'refusal-view/outdatedComponentView': message(refusal.outdatedComponentView, [true], [false]),
	'doctor-view/doctorView': message(
		doctorView,
		[{ findings, at: anyMoment }],
		...findings.map((finding) => [{ findings: [finding], at: anyMoment }] as const),
	),
	'doctor-view/wholeDoctorView': message(
		wholeDoctorView,
		[{ findings, at: anyMoment }],
		...findings.map((finding) => [{ findings: [finding], at: anyMoment }] as const),
	),
	'greeting-view/greetingView': message(greetingView, [ids.guild]),
	'greeting-view/greetingInChannelView': message(greetingInChannelView, []),
	'panel-view/mayNotPostView': message(panel.mayNotPostView, [ids.lobby]),
	'panel-view/panelView': formatted(
		panel.panelView,
		...contents.flatMap((content) => panelFacts.map((facts) => [content, facts] as const)),
	),
	'panel-view/wordsModal': form(
		(t, channelId: string, content: (typeof contents)[number]) =>
			panel.wordsModal(
				t,
				channelId,
				panel.panelWords(t, { ...content, pictureUrl: embedUrl(content.pictureUrl) } as typeof content),
			),
		...contents.map((content) => [ids.lobby, content] as const),
	),
	'panel-view/stalePanelView': message(
		panel.stalePanelView,
		...contents.map(
			({ title = '', text = '', pictureUrl, pictureAlt = '' }) =>
				[ids.lobby, { title, text, pictureUrl, pictureAlt }, typedWords] as const,
		),
	),
	'stale-form-view/staleFormView': message(
		staleFormView,
		[[{ label: note, now: anyText, typed: textUpTo(4_000) }]],
		[[{ label: note, now: '', typed: '' }]],
		[Array.from({ length: 5 }, () => ({ label: note, now: anyText, typed: textUpTo(4_000) }))],
	),
	'panel-view/panelOutcomeView': message(
		panel.panelOutcomeView,
		...everyPanelOutcome.flatMap((outcome) =>
			[panelPlace, { guildId: ids.guild, channelId: ids.lobby }].map((place) => [outcome, place] as const),
		),
	),
	'policy-view/policyView': message(
		policyView,
		...everyPolicy([]).map((policy) => [policy] as const),
		...[1, 3, 60].map(
			(count) =>
				[
					{
						unlinking: { kind: 'never' },
						seats: Object.fromEntries(Array.from({ length: count }, (_, at) => [keyOf(at), at + 1])),
					},
					note,
				] as const,
		),
	),
	'policy-view/seatsModal': form(seatsModal, []),
	'setup-choice-view/roleChoiceView': message(
		choice.roleChoiceView,
		...overviews.flatMap((overview) => [['buyer', overview, note] as const, ['active', overview] as const]),
	),
	'setup-choice-view/auditChoiceView': message(choice.auditChoiceView, ...of),
	'setup-choice-view/panelChoiceView': message(choice.panelChoiceView, ...of),
	'setup-choice-view/staffChoiceView': message(choice.staffChoiceView, ...of),
	'setup-choice-view/ownRoleView': message(choice.ownRoleView, ...of),
	'setup-choice-view/sharingView': message(choice.sharingView, ...of),
	'setup-confirm-view/setupConfirmView': message(
		setupConfirmView,
		...everySetupQuestion([key]).map((question) => [question] as const),
	),
	'setup-links-view/setupLinksView': message(links.setupLinksView, ...of),
	'setup-links-view/staleLinksView': message(
		links.staleLinksView,
		[{}, () => anyText],
		[{ exampleUrl: anyAddress, renewUrl: anyAddress }, () => textUpTo(512)],
	),
	'setup-links-view/staleItemLinksView': message(
		links.staleItemLinksView,
		['7', {}, () => anyText],
		['7', { docs: anyAddress, download: anyAddress, changelog: anyAddress }, () => textUpTo(512)],
	),
	'setup-links-view/itemLinksView': message(links.itemLinksView, [
		{ id: anyCount, name: anyText, links: { docs: anyAddress, download: anyAddress, changelog: anyAddress } },
		note,
	]),
	'setup-links-view/linksModal': form(
		(t, example: string, renew: string) =>
			links.linksModal(t, {
				exampleUrl: links.linkAddress(example),
				renewUrl: links.linkAddress(renew),
			} as Parameters<typeof links.linksModal>[1]),
		[anyAddress, anyAddress],
	),
	'setup-links-view/itemLinksModal': form(
		(t, id: string, docs: string) =>
			links.itemLinksModal(t, id, { docs: links.linkAddress(docs) } as Parameters<
				typeof links.itemLinksModal
			>[2]),
		['7', anyAddress],
		['9007199254740991', anyAddress],
	),
	'setup-refusal-view/setupRefusalView': message(
		setupRefusalView,
		...refusals.flatMap((each) => changes.map((change) => [each, change] as const)),
	),
	'setup-refusal-view/policyElsewhereView': message(policyElsewhereView, []),
	'setup-rules-view/setupRulesView': message(
		rules.setupRulesView,
		...overviews.flatMap((overview) => [0, 1, 99].map((page) => [overview, page, nameOf, note] as const)),
	),
	'setup-rules-view/ruleSavedView': message(
		rules.ruleSavedView,
		...overviews.flatMap((overview) =>
			(['item', 'category', 'licence'] as const).map(
				(kind) =>
					[
						{ subject: { kind, key: kind === 'item' ? '7' : key }, roleId: ids.staff, isUnseen: true },
						overview,
						nameOf,
					] as const,
			),
		),
	),
	'setup-rules-view/unknownCategoryView': message(rules.unknownCategoryView, []),
	'setup-rules-view/licenceIsCodeView': message(rules.licenceIsCodeView, []),
	'setup-view/setupView': message(
		setupView,
		...overviews.map((overview) => [ids.guild, overview, note] as const),
	),
	'stats-view/statsView': message(
		statsView,
		...reports.flatMap((report) =>
			[undefined, 'later' as const, Buffer.from('a picture')].map(
				(chart) =>
					[{ report, share: { claims: anyCount, supported: 1, countedAt: anyMoment }, chart }] as const,
			),
		),
	),
};
