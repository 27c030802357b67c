import type { APIStringSelectComponent } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Finding } from '../../src/servers/guild-finding.js';
import { givenRoles } from '../../src/servers/rule-subject.js';
import type { TrialPurchase } from '../../src/services/purchases/purchases.js';
import type { SetupOverview } from '../../src/services/setup/setup.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage, type SetupPage } from '../../src/ui/entries.js';
import {
	findingText,
	isAboveBot,
	isTrouble,
	marks,
	ofChecks,
	sentenceOf,
	troubleLines,
	troublesOfRole,
} from '../../src/ui/findings.js';
import type { MessageView } from '../../src/ui/message.js';
import {
	bold,
	button,
	buttons,
	linkButton,
	page,
	primary,
	row,
	section,
	select,
	small,
	text,
} from '../../src/ui/page.js';
import { channelUrl, type Place } from '../../src/ui/place.js';
import { verifiedView } from '../verify/verify.js';
import { backToMain, choiceId } from './choice.js';

/** Shows the answer to a made-up code. */
const tryAsBuyer = defineCustomId('setup-try');
/** The select of rarely needed pages. */
export const openMore = defineCustomId('setup-more');

/** One of the steps: a line, its button, and whether it is done. */
interface SetupStep {
	readonly line: string;
	/** The step's finding or its advice, in small print; '' if there is none. */
	readonly trouble: string;
	/** The page on which it is done; undefined for what is done in Discord. */
	readonly page?: Exclude<SetupPage, 'main'>;
	readonly label?: string;
	readonly isDone: boolean;
}

/** The page on which a server is set up, step by step. `note`: the outcome of the last press. */
export function setupView(t: Translator, guildId: string, overview: SetupOverview, note?: string) {
	const { findings } = overview;
	const steps = [
		buyerStep(t, overview),
		ownRoleStep(t, overview),
		auditStep(t, overview),
		panelStep(t, overview),
	];
	const done = steps.filter(({ isDone }) => isDone).length;
	const next = steps.find(({ isDone }) => !isDone);
	const check = button(t('button.checkAgain'), openPage.encode('main'));
	const isReady = done === steps.length;
	const powerful = findings.find(({ check, role }) => check === 'roles-harmless' && role)?.role;
	return page(
		isReady ? 'done' : 'attention',
		text(`## ${t('setup.title', { done, steps: steps.length })}`, note),
		...steps.map((step) => sectionOf(step, step === next)),
		text(...otherTroubles(t, overview)),
		isReady && readySection(t, guildId, findings),
		row(moreSelect(t)),
		buttons(
			isReady && primary(button(t('trial.start'), tryAsBuyer.encode())),
			// A step that is taken in Discord itself has no page: the person comes back and checks.
			next !== undefined && next.page === undefined ? primary(check) : check,
			powerful && button(t('setup.lookAtPowers'), choiceId({ what: 'powers', roleId: powerful.id })),
		),
	);
}

/** @param isNext for the first step that isn't done: its button is the main one */
function sectionOf({ line, trouble, label = '', page }: SetupStep, isNext: boolean) {
	const lines = [line, trouble && small(trouble)];
	if (page === undefined) return text(...lines);
	const open = button(label, openPage.encode(page));
	return section(lines, isNext ? primary(open) : open);
}

/** The step of a choice: its line behind the mark of its worst finding, with the finding below. */
function choiceStep(
	t: Translator,
	page: 'buyer' | 'audit' | 'panel',
	value: string | undefined,
	{ findings }: SetupOverview,
	trouble: Finding | undefined,
): SetupStep {
	if (value === undefined) {
		const label = t(page === 'panel' ? 'setup.post' : 'setup.choose');
		const line = `${marks.warning} ${bold(t(`setup.page.${page}`))}`;
		return { line, trouble: '', label, page, isDone: false };
	}
	return {
		line: `${marks[trouble?.level ?? 'ok']} ${bold(t(`setup.page.${page}`))} ${value}`,
		trouble: trouble === undefined ? '' : sentenceOf(t, trouble),
		label: t('button.change'),
		page,
		isDone: trouble === undefined && findings.length > 0,
	};
}

function buyerStep(t: Translator, overview: SetupOverview): SetupStep {
	const { buyerRoleId } = overview.settings;
	if (buyerRoleId === undefined) return choiceStep(t, 'buyer', undefined, overview, undefined);
	// Its position above the bot's role is reported for the bot's role.
	const troubles = troublesOfRole(overview.findings, buyerRoleId);
	const isDeleted = troubles.some(({ fault }) => fault === 'missing');
	const role = isDeleted ? `\`${buyerRoleId}\`` : `<@&${buyerRoleId}>`;
	const own = troubles.find((it) => !isAboveBot(it));
	return choiceStep(t, 'buyer', role, overview, own);
}

function ownRoleStep(t: Translator, { settings, findings }: SetupOverview): SetupStep {
	const [powerless] = ofChecks(findings, 'manage-roles').filter(isTrouble);
	if (powerless !== undefined) {
		const { todo } = findingText(t, powerless, 'mention');
		return { line: `${marks.problem} ${t('setup.mine.powerless')}`, trouble: todo, isDone: false };
	}
	const tooHigh = findings.filter(isAboveBot);
	const above = tooHigh.find(({ isPowerful }) => !isPowerful) ?? tooHigh[0];
	if (above?.role !== undefined) {
		const line = t('setup.mine.below', { role: `<@&${above.role.id}>` });
		const trouble = above.isPowerful ? '' : t('finding.role.dragMine');
		return { line: `${marks.problem} ${line}`, trouble, isDone: false };
	}
	if (settings.buyerRoleId === undefined || findings.length === 0)
		return { line: `${marks.warning} ${t('setup.mine.unchecked')}`, trouble: '', isDone: false };
	return { line: `${marks.ok} ${t('setup.mine.above')}`, trouble: '', isDone: true };
}

function auditStep(t: Translator, overview: SetupOverview): SetupStep {
	const { auditChannelId: id } = overview.settings;
	const trouble = ofChecks(overview.findings, 'audit-channel').find(isTrouble);
	return choiceStep(t, 'audit', id && `<#${id}>`, overview, trouble);
}

function panelStep(t: Translator, overview: SetupOverview): SetupStep {
	const [found] = ofChecks(overview.findings, 'panel');
	const channel = found?.channel && `<#${found.channel.id}>`;
	return choiceStep(t, 'panel', channel, overview, found && isTrouble(found) ? found : undefined);
}

/** Findings without a step of their own. */
function otherTroubles(t: Translator, { settings, findings }: SetupOverview) {
	const others = [...givenRoles(settings)].filter((id) => id !== settings.buyerRoleId);
	const isBroken = others.some((id) => troublesOfRole(findings, id).some((it) => !isAboveBot(it)));
	return [
		isBroken && `${marks.problem} ${t('setup.rolesBroken')}`,
		troubleLines(t, ofChecks(findings, 'staff-role', 'links', 'updates')),
	];
}

function readySection(t: Translator, guildId: string, findings: readonly Finding[]) {
	const channel = findings.find((it) => it.check === 'panel' && it.level === 'ok')?.channel;
	if (channel === undefined) return undefined;
	const open = linkButton(t('button.open'), channelUrl(guildId, channel.id));
	const line = `${marks.ok} ${t('setup.ready', { channel: `<#${channel.id}>` })}`;
	return open && section([line], open);
}

function moreSelect(t: Translator): APIStringSelectComponent {
	const more = ['staff', 'links', 'active', 'rules', 'policy', 'sharing', 'updates'] as const;
	const options = more.map((page) => ({ label: t(`setup.page.${page}`), value: page }));
	return select(openMore.encode(), options, t('setup.more'));
}

export async function mainPage({ guildId, t }: Asked, { setup }: Services, note?: string) {
	return setupView(t, guildId, await setup.overview(guildId), note);
}

/** The answer that a buyer gets, with a mark at the top. */
export function trialView(t: Translator, trial: TrialPurchase, place: Place): MessageView {
	const { item, licenseType, supportedUntil, now, roleIds } = trial;
	return verifiedView(
		t,
		{
			kind: 'verified',
			claim: { item: item ?? { id: 0, name: t('trial.item') }, licenseType, supportedUntil, claimedAt: now },
			codeEnd: 'c0de',
			roleIds: roleIds ?? [],
			returning: false,
			media: item,
			roles:
				roleIds === undefined
					? { kind: 'blocked', roleId: undefined, obstacle: 'role-missing' }
					: { kind: 'granted', added: roleIds, removed: [], withheld: [] },
		},
		{ place, now, note: t('trial.mark') },
		[backToMain(t)],
	);
}

const { shows } = componentsOf<Services>('manager');

export const mainComponents = [
	// A made-up purchase for the person who has set the server up. Nothing is stored, requested or granted.
	shows('button', tryAsBuyer, async ({ guildId, t }, { purchases, links }) => {
		const trial = await purchases.trial(guildId);
		return trialView(t, trial, { guildId, links: links.from(guildId, trial.settings) });
	}),
];
