import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import type { SetupOutcome } from '../../src/guilds/setup-outcome.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { policyView, seatsModal } from '../../src/views/management/policy-view.js';
import {
	auditChoiceView,
	ownRoleView,
	panelChoiceView,
	roleChoiceView,
	sharingView,
	staffChoiceView,
} from '../../src/views/management/setup-choice-view.js';
import { setupConfirmView } from '../../src/views/management/setup-confirm-view.js';
import {
	badLinkNote,
	itemLinksModal,
	itemLinksView,
	linksModal,
	setupLinksView,
} from '../../src/views/management/setup-links-view.js';
import { policyElsewhereView, setupRefusalView } from '../../src/views/management/setup-refusal-view.js';
import { ruleSavedView, setupRulesView } from '../../src/views/management/setup-rules-view.js';
import { setupView } from '../../src/views/management/setup-view.js';
import { ids } from '../guilds/checkup/fake-guild.js';
import { everySetupOutcome, everySetupQuestion, fullSetup, troubledSetup } from './setup-overviews.js';

const roleId = ids.staff;
const longUrl = `https://x.example/${'a'.repeat(494)}`;

export const everyChange: readonly SetupChange[] = [
	{ what: 'buyer-role', roleId },
	{ what: 'supported-role', roleId },
	{ what: 'powers', roleId },
	{ what: 'rule', subject: { kind: 'category', key: 'Themes' }, roleId },
];

export const everyPolicy = (texts: readonly string[]): readonly ClaimPolicy[] => [
	...(['never', 'transfer-only', 'members-move'] as const).map((kind) => ({
		unlinking: { kind },
		seats: {},
	})),
	{
		unlinking: { kind: 'after-days', days: 30 },
		seats: Object.fromEntries(texts.map((text, index) => [text.slice(0, 90), index + 1])),
	},
];

/** Every page of the settings, with all that can be on it: a part of `everyMessage`. */
export function setupPages(t: Translator, texts: readonly string[]): MessageView[] {
	const names = (id: number) => texts[id % texts.length];
	const refusals = everySetupOutcome.filter(
		(outcome): outcome is Exclude<SetupOutcome, { kind: 'saved' | 'to-confirm' }> =>
			outcome.kind !== 'saved' && outcome.kind !== 'to-confirm',
	);
	const note = badLinkNote(t);
	return [
		...everySetupQuestion(texts).map((question) => setupConfirmView(t, question)),
		...refusals.flatMap((refusal) => everyChange.map((change) => setupRefusalView(t, refusal, change))),
		policyElsewhereView(t),
		...everyPolicy(texts).map((policy) => policyView(t, policy, note)),
		...texts.map((name) => itemLinksView(t, { id: 7, name, links: { docs: longUrl } }, note)),
		...[fullSetup(texts), troubledSetup(texts)].flatMap((full) =>
			[full, { ...full, findings: [], isHome: false }].flatMap((overview) => [
				setupView(t, ids.guild, overview, note),
				...(['buyer', 'active'] as const).map((purpose) => roleChoiceView(t, purpose, overview, note)),
				auditChoiceView(t, overview, note),
				panelChoiceView(t, overview, note),
				staffChoiceView(t, overview, note),
				ownRoleView(t, overview, note),
				sharingView(t, overview, note),
				setupLinksView(t, overview, note),
				...[0, 1, 99].map((page) => setupRulesView(t, overview, page, names, note)),
				...(['item', 'category', 'licence'] as const).map((kind) => {
					const subject = { kind, key: kind === 'item' ? '7' : (texts[1] ?? '') };
					return ruleSavedView(t, { subject, roleId, isUnseen: true }, overview, names);
				}),
			]),
		),
	];
}

/** The forms of the settings. */
export function setupForms(t: Translator): APIModalInteractionResponseCallbackData[] {
	return [
		seatsModal(t),
		linksModal(t, {}),
		linksModal(t, { exampleUrl: longUrl, renewUrl: longUrl }),
		linksModal(t, { renewUrl: longUrl }),
		itemLinksModal(t, '9007199254740991', { docs: longUrl }),
		itemLinksModal(t, '9007199254740991', { docs: longUrl, download: longUrl, changelog: longUrl }),
	];
}
