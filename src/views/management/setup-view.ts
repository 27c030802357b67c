import type { APISectionComponent, APIStringSelectComponent } from 'discord.js';
import type { Finding } from '../../guilds/guild-finding.js';
import { givenRoles } from '../../guilds/rule-subject.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import {
	lookAtPowers,
	openMore,
	openPage,
	openSetup,
	type SetupPage,
	tryAsBuyer,
} from '../custom-ids/setup-ids.js';
import { channelUrl } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { firstRoles, permissionName } from '../kit/names.js';
import {
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
} from '../kit/page.js';
import {
	findingText,
	isAboveBot,
	marks,
	ofChecks,
	sentenceOf,
	troubleLines,
	troublesOfRole,
} from './finding-text.js';

/** Staff roles by name; more would not help. */
const maxNamed = 5;

/** One of the steps: a line, its button, and whether it is done. */
interface SetupStep {
	readonly line: string;
	/** The step's findings, in small print; '' if there are none. */
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
			button(t('button.checkAgain'), openSetup.encode()),
			powerful !== undefined && button(t('setup.lookAtPowers'), lookAtPowers.encode(powerful)),
		),
	);
}

function sectionOf({ line, trouble, label, page }: SetupStep): APISectionComponent | undefined {
	return section([line, trouble && small(trouble)], button(label, openPage.encode(page)));
}

function buyerStep(t: Translator, { settings: { buyerRoleId }, findings }: SetupOverview): SetupStep {
	if (buyerRoleId === undefined) {
		const line = `${marks.warning} ${t('setup.buyer.none')}`;
		return { line, trouble: '', label: t('setup.choose'), page: 'buyer', isDone: false };
	}
	// Its position above the bot's role is reported for the bot's role.
	const troubles = troublesOfRole(findings, buyerRoleId).filter(({ level }) => level !== 'ok');
	const [own] = troubles.filter((it) => !isAboveBot(it));
	const isDeleted = troubles.some(({ fault }) => fault === 'missing');
	const role = isDeleted ? `\`${buyerRoleId}\`` : `<@&${buyerRoleId}>`;
	return {
		line: `${own === undefined ? marks.ok : marks[own.level]} ${t('setup.buyer.set', { role })}`,
		trouble: own === undefined ? '' : sentenceOf(t, own),
		label: t('button.change'),
		page: 'buyer',
		isDone: own === undefined && findings.length > 0,
	};
}

function ownRoleStep(t: Translator, { settings, findings }: SetupOverview): SetupStep {
	const step = { label: t('setup.check'), page: 'role', isDone: false } as const;
	const [powerless] = ofChecks(findings, 'manage-roles').filter(({ level }) => level !== 'ok');
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

function auditStep(t: Translator, { settings: { auditChannelId }, findings }: SetupOverview): SetupStep {
	if (auditChannelId === undefined) {
		const line = `${marks.warning} ${t('setup.audit.none')}`;
		return { line, trouble: '', label: t('setup.choose'), page: 'audit', isDone: false };
	}
	const [trouble] = ofChecks(findings, 'audit-channel').filter(({ level }) => level !== 'ok');
	return {
		line: `${trouble === undefined ? marks.ok : marks[trouble.level]} ${t('setup.audit.set', { channel: `<#${auditChannelId}>` })}`,
		trouble: trouble === undefined ? '' : sentenceOf(t, trouble),
		label: t('button.change'),
		page: 'audit',
		isDone: trouble === undefined && findings.length > 0,
	};
}

function panelStep(t: Translator, { findings }: SetupOverview): SetupStep {
	const found = findings.find(({ check }) => check === 'panel');
	if (found?.channel === undefined) {
		const line = `${marks.warning} ${t('setup.panel.none')}`;
		return { line, trouble: '', label: t('setup.post'), page: 'panel', isDone: false };
	}
	return {
		line: `${marks[found.level]} ${t('setup.panel.set', { channel: `<#${found.channel.id}>` })}`,
		trouble: found.level === 'ok' ? '' : sentenceOf(t, found),
		label: t('button.change'),
		page: 'panel',
		isDone: found.level === 'ok',
	};
}

/** Optional: without it, answers only advise members to ask staff, without a link. */
function helpStep(t: Translator, { settings: { links }, findings }: SetupOverview): SetupStep {
	const { helpChannelId } = links;
	const step = { page: 'links', isDone: true } as const;
	if (helpChannelId === undefined) {
		return {
			...step,
			line: t('setup.help.none'),
			trouble: t('setup.links.helpHow'),
			label: t('setup.choose'),
		};
	}
	const [trouble] = ofChecks(findings, 'links').filter(({ values }) => values['what'] === 'help');
	const mark = trouble === undefined ? '' : `${marks[trouble.level]} `;
	return {
		...step,
		line: `${mark}${t('setup.help.set', { channel: `<#${helpChannelId}>` })}`,
		trouble: trouble === undefined ? '' : sentenceOf(t, trouble),
		label: t('button.change'),
	};
}

function staffStep(t: Translator, { settings: { staffRoleIds }, findings }: SetupOverview): SetupStep {
	const [trouble] = ofChecks(findings, 'staff-role');
	const mark = trouble === undefined ? '' : `${marks[trouble.level]} `;
	const line =
		staffRoleIds.length === 0
			? t('setup.staff.none', { permission: permissionName(t, 'ManageRoles') })
			: t('setup.staff.set', { roles: firstRoles(t, staffRoleIds, maxNamed) });
	return {
		line: `${mark}${line}`,
		trouble: trouble === undefined ? '' : sentenceOf(t, trouble),
		label: staffRoleIds.length === 0 ? t('setup.choose') : t('button.change'),
		page: 'staff',
		isDone: true,
	};
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

const more = [
	'active',
	'rules',
	'links',
	'policy',
	'sharing',
	'updates',
] as const satisfies readonly SetupPage[];

function moreSelect(t: Translator): APIStringSelectComponent {
	const options = more.map((page) => ({ label: t(`setup.more.${page}`), value: page }));
	return select(openMore.encode(), options, t('setup.more'));
}
