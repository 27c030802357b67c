import { type APIButtonComponent, ButtonStyle } from 'discord.js';
import type { MadeBuyerRole } from '../../guilds/buyer-role-maker.js';
import type { RuleReach } from '../../guilds/rule-reach.js';
import type { RuleSubject } from '../../guilds/rule-subject.js';
import { settings as table } from '../../guilds/settings-table.js';
import { givenRole, type SetupChange } from '../../guilds/setup-change.js';
import type { RefusedSetup, SetupOutcome } from '../../guilds/setup-refusals.js';
import type { SetupWarning } from '../../guilds/setup-warnings.js';
import type { Translator } from '../../i18n/translator.js';
import {
	confirmChoice,
	nothingShown,
	openPage,
	openSetup,
	type SetupPage,
	subjectArgument,
} from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { firstNames, type ItemNames, permissionName, permissionNames, subjectName } from '../kit/names.js';
import { button, buttons, notice, page, primary, small, text } from '../kit/page.js';
import { foreignLine } from '../kit/text.js';
import { makeRoleButton } from './setup-choice-view.js';

/** The page on which a choice is made. */
function pageOf(change: SetupChange): SetupPage | 'main' {
	switch (change.what) {
		case 'setting':
			return table[change.name].page;
		case 'addresses':
			return 'links';
		case 'rule':
			return 'rules';
		case 'unlinking':
		case 'seats':
			return 'policy';
		case 'powers':
			return 'main';
	}
}

/** The custom_id of the button that leads to the page of such a choice. */
function pageId(change: SetupChange): string {
	const page = pageOf(change);
	return page === 'main' ? openSetup.encode() : openPage.encode(page);
}

/** The page that shows a choice once it is saved: its own if there is more to choose on it, else the first one. */
export function pageAfter(change: SetupChange): SetupPage | 'main' {
	const page = pageOf(change);
	const isAlone = change.what === 'setting' && ofPage(page) === 1;
	return isAlone ? 'main' : page;
}

function ofPage(page: SetupPage | 'main'): number {
	return Object.values(table).filter((setting) => setting.page === page).length;
}

/** custom_id of the button that confirms a choice; `digest` identifies the warnings shown. */
function choiceId(change: SetupChange, digest: string): string {
	switch (change.what) {
		case 'setting':
			return confirmChoice.encode(change.name, change.picked[0] ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		case 'addresses':
		case 'unlinking':
		case 'seats':
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}

/** More would fill a phone's screen without helping. */
const maxChannels = 15;

/** The concerns about a choice, with the button to make it anyway. Nothing is saved yet. */
export function setupConfirmView(
	t: Translator,
	{ change, concerns, digest, reach }: Extract<SetupOutcome, { kind: 'to-confirm' }>,
	names: ItemNames = () => undefined,
): MessageView {
	const isPowerful = concerns.some(({ kind }) => kind === 'powers');
	const use = button(
		isPowerful ? t('setup.confirm.useAnyway') : t('setup.confirm.use'),
		choiceId(change, digest),
		isPowerful ? ButtonStyle.Danger : ButtonStyle.Secondary,
	);
	const another = button(
		change.what === 'rule' || change.what === 'powers' ? t('button.back') : t('setup.confirm.another'),
		pageId(change),
	);
	const roleId = givenRole(change);
	const role = roleId === undefined ? '' : `<@&${roleId}>`;
	const lines = concerns.map((concern) => concernText(t, concern, role));
	const rule = change.what === 'rule' && reach !== undefined && ruleText(t, change.subject, role, names);
	const reached = reach === undefined ? [] : reachLines(t, reach);
	// The harmless option comes first, and is the main one.
	return page('attention', text(rule, ...reached), text(...lines), buttons(primary(another), use));
}

function ruleText(t: Translator, subject: RuleSubject, role: string, names: ItemNames): string {
	const name = foreignLine(subjectName(t, subject, names), 100) || '–';
	return t('setup.rules.line', { subject: t('setup.rules.subject', { kind: subject.kind, name }), role });
}

function reachLines(t: Translator, { reached, buyers, undecided, isComplete }: RuleReach): string[] {
	return [
		t('setup.confirm.reach', { reached, buyers }),
		...(undecided > 0 ? [t('setup.confirm.undecided', { count: undecided })] : []),
		...(isComplete ? [] : [small(t('setup.confirm.more'))]),
	];
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
		case 'unchecked-channels':
			return t('setup.confirm.uncheckedChannels', { count: concern.count });
		case 'unchecked-channel':
			return t('setup.confirm.uncheckedChannel', { channel: `<#${concern.channelId}>` });
		case 'open-channel':
			return t('setup.confirm.openChannel', { channel: `<#${concern.channelId}>` });
	}
}

/** Why a choice was not saved, and the next step. */
export function setupRefusalView(t: Translator, refusal: RefusedSetup, change: SetupChange): MessageView {
	const back = button(t('button.back'), pageId(change));
	const another = button(t('setup.confirm.another'), pageId(change));
	// An item's role is chosen with a command.
	const other = change.what === 'rule' ? back : another;
	switch (refusal.kind) {
		case 'unusable-role':
			if (refusal.fault === 'above-bot') {
				if (refusal.isPowerful) return refused(t, 'aboveBot', [], refusal.roleId, other);
				const again = button(t('button.checkAgain'), choiceId(change, nothingShown));
				return refused(t, 'aboveBot', [t('finding.role.dragMine')], refusal.roleId, again, other);
			}
			return refused(t, refusal.fault, [], refusal.roleId, other);
		case 'refused-role': {
			const { fault } = refusal;
			const lines = fault === 'is-staff' || fault === 'is-given' ? [t(`setup.refused.${fault}.why`)] : [];
			return refused(t, fault, lines, refusal.roleId, other);
		}
		case 'not-allowed': {
			const permissions = permissionNames(t, ['ManageGuild', 'ManageRoles']);
			return notice(
				`⛔ ${t('setup.notSaved')}`,
				[t(`setup.takes.${refusal.takes}`, { permissions })],
				buttons(back),
			);
		}
		case 'unusable-channel':
			return notice(`⛔ ${t('setup.unusableChannel')}`, [t('setup.unusableChannel.todo')], buttons(another));
		case 'panel-channel': {
			const channel = `<#${refusal.channelId}>`;
			const lines = [t('setup.panelChannel.todo')];
			return notice(`⛔ ${t('setup.panel.posted', { channel })}`, lines, buttons(primary(another)));
		}
		case 'too-many':
			return notice(
				`⛔ ${t('setup.tooMany', { most: refusal.most })}`,
				[t('setup.tooMany.todo')],
				buttons(back),
			);
		case 'guild-unavailable':
			return notice(`⏳ ${t('finding.token.silent')}`, [t('setup.unavailable.todo')], buttons(back));
	}
}

type Fault = Exclude<Extract<RefusedSetup, { readonly roleId: string }>['fault'], 'above-bot'> | 'aboveBot';

function refused(
	t: Translator,
	fault: Fault,
	lines: readonly string[],
	roleId: string,
	...then: readonly APIButtonComponent[]
): MessageView {
	const role = fault === 'missing' ? `\`${roleId}\`` : `<@&${roleId}>`;
	return notice(`⛔ ${t(`setup.refused.${fault}`, { role })}`, lines, buttons(...then));
}

/** Outcomes of creating a role that other choices don't have. */
type UnmadeRole = Extract<MadeBuyerRole, { readonly kind: 'exists' | 'powerless' | 'full' | 'pending' }>;

/** Why the buyer role was not created, and the next step. `name`: its name, in the server's language. */
export function unmadeRoleView(t: Translator, unmade: UnmadeRole, name: string): MessageView {
	const another = button(t('setup.confirm.another'), openPage.encode('buyer'));
	const again = makeRoleButton(t, name);
	switch (unmade.kind) {
		case 'exists': {
			const { roleId } = unmade;
			const use = choiceId({ what: 'setting', name: 'buyer', picked: [roleId] }, nothingShown);
			return notice(
				`⚠️ ${t('setup.make.exists', { role: `<@&${roleId}>` })}`,
				[],
				buttons(primary(button(t('setup.confirm.use'), use)), another),
			);
		}
		case 'powerless': {
			const todo = t('finding.manageRoles.todo', { permission: permissionName(t, 'ManageRoles') });
			return notice(`⛔ ${t('finding.manageRoles.says')}`, [todo], buttons(again, another));
		}
		case 'full':
			return notice(`⛔ ${t('setup.make.full')}`, [t('setup.make.full.todo')], buttons(again, another));
		case 'pending':
			return notice(`⏳ ${t('setup.make.pending')}`, [t('setup.make.pending.todo')], buttons(again, another));
	}
}
