import type { APIButtonComponent } from 'discord.js';
import type { MadeBuyerRole } from '../../guilds/buyer-role-maker.js';
import type { SetupChange } from '../../guilds/setup-change.js';
import type { RefusedSetup } from '../../guilds/setup-refusals.js';
import type { Translator } from '../../i18n/translator.js';
import { nothingShown, openPage } from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { permissionName, permissionNames } from '../kit/names.js';
import { button, buttons, notice, primary } from '../kit/page.js';
import { choiceId, pageId } from './setup-choice-ids.js';
import { makeRoleButton } from './setup-choice-view.js';

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
			return notice(`⛔ ${t('setup.panelChannel', { channel })}`, lines, buttons(primary(another)));
		}
		case 'too-many':
			return notice(
				`⛔ ${t('setup.tooMany', { most: refusal.most })}`,
				[t('setup.tooMany.todo')],
				buttons(back),
			);
		case 'guild-unavailable':
			return notice(`⏳ ${t('setup.unavailable')}`, [t('setup.unavailable.todo')], buttons(back));
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
