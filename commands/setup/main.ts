import type { APISectionComponent, APIStringSelectComponent } from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Finding } from '../../src/servers/guild-finding.js';
import { givenRoles } from '../../src/servers/rule-subject.js';
import type { SetupOverview } from '../../src/services/setup/setup.js';
import { defineCustomId, snowflake } from '../../src/ui/custom-id.js';
import { openPage, type SetupPage } from '../../src/ui/entries.js';
import {
	findingText,
	isAboveBot,
	marks,
	ofChecks,
	sentenceOf,
	troubleLines,
	troublesOfRole,
} from '../../src/ui/findings.js';
import type { MessageView } from '../../src/ui/message.js';
import { firstRoles, permissionName } from '../../src/ui/names.js';
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
import { channelUrl } from '../../src/ui/place.js';
import { choose } from './choice.js';
import { tryAsBuyer } from './trial.js';

/** The button that asks about the powers of a role that was chosen before. Argument: the role. */
const lookAtPowers = defineCustomId('setup-powers', z.tuple([snowflake]));
/** The select of rarely needed pages. */
export const openMore = defineCustomId('setup-more');

/** Staff roles by name; more would not help. */
const maxNamed = 5;

/** One of the steps: a line, its button, and whether it is done. */
interface SetupStep {
	readonly line: string;
	/** The step's finding or its advice, in small print; '' if there is none. */
	readonly trouble: string;
	readonly label: string;
	readonly page: SetupPage;
	readonly isDone: boolean;
}

/**
 * The page on which a server is set up, step by step.
 * @param guildId for the link to the panel
 * @param note the outcome of the last press, shown at the top
 */
export function setupView(
	t: Translator,
	guildId: string,
	overview: SetupOverview,
	note?: string,
): MessageView {
	const { findings } = overview;
	const steps = [
		buyerStep(t, overview),
		ownRoleStep(t, overview),
		auditStep(t, overview),
		panelStep(t, overview),
	];
	const done = steps.filter(({ isDone }) => isDone).length;
	const isReady = done === steps.length;
	const powerful = findings.flatMap((finding) =>
		finding.check === 'roles-harmless' && finding.role !== undefined ? [finding.role.id] : [],
	)[0];
	const others = otherTroubles(t, overview);
	return page(
		isReady ? 'done' : 'attention',
		text(`## ${t('setup.title', { done, steps: steps.length })}`, note),
		...steps.map((step) => sectionOf(step)),
		sectionOf(helpStep(t, overview)),
		sectionOf(staffStep(t, overview)),
		text(others),
		isReady && readySection(t, guildId, findings),
		row(moreSelect(t)),
		buttons(
			isReady && primary(button(t('trial.start'), tryAsBuyer.encode())),
			button(t('button.checkAgain'), openPage.encode('main')),
			powerful !== undefined && button(t('setup.lookAtPowers'), lookAtPowers.encode(powerful)),
		),
	);
}

function sectionOf({ line, trouble, label, page }: SetupStep): APISectionComponent | undefined {
	return section([line, trouble && small(trouble)], button(label, openPage.encode(page)));
}

/** A step whose choice has been made: its line behind the mark of its worst finding, with the finding below. */
function chosenStep(
	t: Translator,
	page: Exclude<SetupPage, 'main'>,
	value: string,
	{ findings }: SetupOverview,
	trouble: Finding | undefined,
	title = bold(t(`setup.page.${page}`)),
): SetupStep {
	return {
		line: `${marks[trouble?.level ?? 'ok']} ${title} ${value}`,
		trouble: trouble === undefined ? '' : sentenceOf(t, trouble),
		label: t('button.change'),
		page,
		isDone: trouble === undefined && findings.length > 0,
	};
}

/** A step whose choice has not been made. */
function openStep(page: SetupPage, line: string, label: string): SetupStep {
	return { line: `${marks.warning} ${line}`, trouble: '', label, page, isDone: false };
}

/** Without a choice, members get less. The mark appears only with a finding. */
function optionalStep(step: SetupStep): SetupStep {
	return { ...step, line: step.line.replace(`${marks.ok} `, ''), isDone: true };
}

const isTrouble = ({ level }: Finding) => level !== 'ok';

function buyerStep(t: Translator, overview: SetupOverview): SetupStep {
	const { buyerRoleId } = overview.settings;
	if (buyerRoleId === undefined) return openStep('buyer', t('setup.buyer.none'), t('setup.choose'));
	// Its position above the bot's role is reported for the bot's role.
	const troubles = troublesOfRole(overview.findings, buyerRoleId).filter(isTrouble);
	const isDeleted = troubles.some(({ fault }) => fault === 'missing');
	const role = isDeleted ? `\`${buyerRoleId}\`` : `<@&${buyerRoleId}>`;
	const own = troubles.find((it) => !isAboveBot(it));
	return chosenStep(t, 'buyer', role, overview, own);
}

function ownRoleStep(t: Translator, { settings, findings }: SetupOverview): SetupStep {
	const step = { label: t('setup.check'), page: 'role', isDone: false } as const;
	const [powerless] = ofChecks(findings, 'manage-roles').filter(isTrouble);
	if (powerless !== undefined) {
		const { todo } = findingText(t, powerless, 'mention');
		return { ...step, line: `${marks.problem} ${t('setup.mine.powerless')}`, trouble: todo };
	}
	const tooHigh = findings.filter(isAboveBot);
	const above = tooHigh.find(({ isPowerful }) => !isPowerful) ?? tooHigh[0];
	if (above?.role !== undefined) {
		const line = t('setup.mine.below', { role: `<@&${above.role.id}>` });
		const trouble = above.isPowerful ? '' : t('finding.role.dragMine');
		return { ...step, line: `${marks.problem} ${line}`, trouble };
	}
	if (settings.buyerRoleId === undefined || findings.length === 0) {
		const trouble = settings.buyerRoleId === undefined ? t('setup.mine.first') : '';
		return { ...step, line: `${marks.warning} ${t('setup.mine.unchecked')}`, trouble };
	}
	return { ...step, line: `${marks.ok} ${t('setup.mine.above')}`, trouble: '', isDone: true };
}

function auditStep(t: Translator, overview: SetupOverview): SetupStep {
	const { auditChannelId } = overview.settings;
	if (auditChannelId === undefined) return openStep('audit', t('setup.audit.none'), t('setup.choose'));
	const trouble = ofChecks(overview.findings, 'audit-channel').find(isTrouble);
	return chosenStep(t, 'audit', `<#${auditChannelId}>`, overview, trouble);
}

function panelStep(t: Translator, overview: SetupOverview): SetupStep {
	const found = overview.findings.find(({ check }) => check === 'panel');
	if (found?.channel === undefined) return openStep('panel', t('setup.panel.none'), t('setup.post'));
	return chosenStep(t, 'panel', `<#${found.channel.id}>`, overview, isTrouble(found) ? found : undefined);
}

/** Optional: without it, answers only advise members to ask staff, without a link. */
function helpStep(t: Translator, overview: SetupOverview): SetupStep {
	const { helpChannelId } = overview.settings.links;
	if (helpChannelId === undefined) {
		const trouble = t('setup.links.helpHow');
		return { line: t('setup.help.none'), trouble, label: t('setup.choose'), page: 'links', isDone: true };
	}
	const [trouble] = ofChecks(overview.findings, 'links').filter(({ values }) => values['what'] === 'help');
	const title = t('setup.links.help');
	return optionalStep(chosenStep(t, 'links', `<#${helpChannelId}>`, overview, trouble, title));
}

function staffStep(t: Translator, overview: SetupOverview): SetupStep {
	const { staffRoleIds } = overview.settings;
	const [trouble] = ofChecks(overview.findings, 'staff-role');
	if (staffRoleIds.length === 0) {
		const line = t('setup.staff.none', { permission: permissionName(t, 'ManageRoles') });
		return { line, trouble: '', label: t('setup.choose'), page: 'staff', isDone: true };
	}
	const roles = firstRoles(t, staffRoleIds, maxNamed);
	return optionalStep(chosenStep(t, 'staff', roles, overview, trouble));
}

/** Findings without a step of their own: roles besides the buyer role, and the support channel. */
function otherTroubles(t: Translator, { settings, findings }: SetupOverview): string {
	const others = [...givenRoles(settings)].filter((id) => id !== settings.buyerRoleId);
	const isBroken = others.some((id) =>
		troublesOfRole(findings, id).some((it) => it.level !== 'ok' && !isAboveBot(it)),
	);
	return [
		isBroken ? `${marks.problem} ${t('setup.rolesBroken')}` : '',
		troubleLines(t, [
			...ofChecks(findings, 'links').filter(({ values }) => values['what'] === 'support'),
			...ofChecks(findings, 'updates'),
		]),
	]
		.filter((line) => line !== '')
		.join('\n');
}

function readySection(
	t: Translator,
	guildId: string,
	findings: readonly Finding[],
): APISectionComponent | undefined {
	const channel = findings.find((it) => it.check === 'panel' && it.level === 'ok')?.channel;
	if (channel === undefined) return undefined;
	const open = linkButton(t('button.open'), channelUrl(guildId, channel.id));
	const line = `${marks.ok} ${t('setup.ready', { channel: `<#${channel.id}>` })}`;
	return open && section([line], open);
}

function moreSelect(t: Translator): APIStringSelectComponent {
	const more = ['active', 'rules', 'links', 'policy', 'sharing', 'updates'] as const;
	const options = more.map((page) => ({ label: t(`setup.page.${page}`), value: page }));
	return select(openMore.encode(), options, t('setup.more'));
}

/** The first page in its current state. `note`: the outcome of the last press. */
export async function mainPage(
	{ guildId, t }: Asked,
	{ setup }: Services,
	note?: string,
): Promise<MessageView> {
	return setupView(t, guildId, await setup.overview(guildId), note);
}

const { shows } = componentsOf<Services>('manager');

export const mainComponents = [
	shows('button', lookAtPowers, (asked, services) => {
		const change = { what: 'powers', roleId: asked.args[0] } as const;
		return choose(asked, services, change, (note) => mainPage(asked, services, note));
	}),
];
