import { createHash } from 'node:crypto';
import { ButtonStyle, PermissionFlagsBits } from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import { ruleKinds } from '../../src/servers/rule-subject.js';
import { settingNames, settings as table } from '../../src/servers/settings-table.js';
import { givenRole, nothingShown, type SetupChange } from '../../src/servers/setup-change.js';
import type {
	Chooser,
	RefusedSetup,
	SetupOutcome,
	SetupWarning,
} from '../../src/services/setup/setup-refusals.js';
import { defineCustomId, snowflake } from '../../src/ui/custom-id.js';
import { openPage, type SetupPage } from '../../src/ui/entries.js';
import { findingText } from '../../src/ui/findings.js';
import type { MessageView } from '../../src/ui/message.js';
import { firstNames, type ItemNames, permissionNames } from '../../src/ui/names.js';
import { button, buttons, notice, page, primary, small, text } from '../../src/ui/page.js';

/**
 * The button that makes a choice despite the concerns shown, or after a correction. Arguments: its kind, the role or
 * channel, the digest of the concerns, and the role's subject from `subjectArgument`, or ''.
 */
export const confirmChoice = defineCustomId(
	'setup-use',
	z.tuple([
		z.enum([...settingNames, 'powers', ...ruleKinds]),
		snowflake,
		z.string().regex(/^[\w-]{8}$/),
		z.string(),
	]),
);

export function chooserOf({ guildId, userId, rights }: Asked): Chooser {
	const { ManageGuild, ManageRoles } = PermissionFlagsBits;
	return {
		guildId,
		userId,
		isAdministrator: rights.isAdministrator,
		canManage: rights.has(ManageGuild | ManageRoles),
		rights,
	};
}

function pageOf(change: SetupChange): SetupPage {
	return change.what === 'setting' ? table[change.name].page : pages[change.what];
}

const pages = {
	addresses: 'links',
	rule: 'rules',
	unlinking: 'policy',
	seats: 'policy',
	powers: 'main',
} as const satisfies Record<Exclude<SetupChange['what'], 'setting'>, SetupPage>;

/** custom_id of the button that makes a choice; `digest` identifies the concerns shown. */
export function choiceId(change: SetupChange, digest = nothingShown): string {
	switch (change.what) {
		case 'setting':
			return confirmChoice.encode(change.name, change.picked[0] ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		default:
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}

/** More would fill a phone's screen without helping. */
const maxChannels = 15;

/** The concerns about a choice, with the button to make it anyway. Nothing is saved yet. */
export function setupConfirmView(
	t: Translator,
	{ change, concerns, digest, reach }: Extract<SetupOutcome, { kind: 'to-confirm' }>,
): MessageView {
	const isPowerful = concerns.some(({ kind }) => kind === 'powers');
	const use = button(
		isPowerful ? t('setup.confirm.useAnyway') : t('setup.confirm.use'),
		choiceId(change, digest),
		isPowerful ? ButtonStyle.Danger : ButtonStyle.Secondary,
	);
	const another = button(
		change.what === 'rule' || change.what === 'powers' ? t('button.back') : t('setup.confirm.another'),
		openPage.encode(pageOf(change)),
	);
	const roleId = change.what === 'setting' ? change.picked[0] : givenRole(change);
	const role = roleId === undefined ? '' : `<@&${roleId}>`;
	const lines = concerns.map((concern) => concernText(t, concern, role));
	// The harmless option comes first, and is the main one.
	const { reached = 0, buyers = 0, isComplete } = reach ?? {};
	return page(
		'attention',
		text(
			reach && t('setup.confirm.reach', { reached, buyers }),
			isComplete === false && small(t('setup.confirm.more')),
		),
		text(...lines),
		buttons(primary(another), use),
	);
}

function concernText(t: Translator, concern: SetupWarning, role: string): string {
	switch (concern.kind) {
		case 'powers':
			return t('setup.confirm.powers', { role, powers: permissionNames(t, concern.powers) });
		case 'channels': {
			const channels = concern.channelIds.map((id) => `<#${id}>`);
			return t('setup.confirm.channels', { channels: firstNames(t, channels, maxChannels) });
		}
		case 'holders':
			return concern.count === undefined
				? t('setup.confirm.someHolders', { role })
				: t('setup.confirm.holders', { role, count: concern.count });
		case 'exists':
			return `⚠️ ${t('setup.make.exists', { role })}`;
		case 'unchecked-channels':
			return t('setup.confirm.unchecked-channels', { count: concern.count });
		case 'unchecked-channel':
		case 'open-channel':
			return t(`setup.confirm.${concern.kind}`, { channel: `<#${concern.channelId}>` });
	}
}

/** Why a choice was not saved, and the next step. */
export function setupRefusalView(t: Translator, refusal: RefusedSetup, change: SetupChange): MessageView {
	const { says, todo } = findingText(t, refusal, 'mention');
	const again = refusal.isTooHigh === true && button(t('button.checkAgain'), choiceId(change));
	return notice(`⛔ ${says}`, [todo], again, button(t('button.back'), openPage.encode(pageOf(change))));
}

export const backToMain = (t: Translator) => button(t('button.back'), openPage.encode('main'));

/** Saves a choice, and shows what follows. */
export async function choose(
	asked: Asked,
	services: Services,
	change: SetupChange,
	next: (note: string) => Promise<MessageView>,
	confirmed?: string,
): Promise<MessageView> {
	const outcome = await services.setup.choose(chooserOf(asked), change, confirmed);
	return await chosen(asked.t, outcome, change, next);
}

/** The `next` page with a note for a saved choice, a question for one to confirm, or why it was refused. */
export async function chosen(
	t: Translator,
	outcome: SetupOutcome,
	change: SetupChange,
	next: (note: string) => Promise<MessageView>,
): Promise<MessageView> {
	if (outcome.kind === 'to-confirm') return setupConfirmView(t, outcome);
	if (outcome.kind !== 'saved') return setupRefusalView(t, outcome, change);
	return await next(`✅ **${t('setup.saved')}**`);
}

export function itemNames({ catalog }: Services): ItemNames {
	return (id) => catalog.get(id)?.name;
}

/** The room left in the longest custom_id. */
const maxSubjectLength = 42;

/** A subject's key as an argument: itself if it fits, else a digest, which is looked up among the known keys. */
export function subjectArgument(key: string): string {
	if (isCarried(key)) return `=${key}`;
	return `~${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`;
}

export function isCarried(key: string): boolean {
	return key.length < maxSubjectLength && !key.includes(':') && key !== '__proto__';
}
