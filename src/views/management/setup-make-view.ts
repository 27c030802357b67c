import type { MadeBuyerRole } from '../../guilds/buyer-role-maker.js';
import type { Translator } from '../../i18n/translator.js';
import { nothingShown, openPage } from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { permissionName } from '../kit/names.js';
import { button, buttons, notice, primary } from '../kit/page.js';
import { choiceId } from './setup-choice-ids.js';
import { makeRoleButton } from './setup-choice-view.js';

/** Outcomes of creating a role that other choices don't have. */
export type UnmadeRole = Extract<
	MadeBuyerRole,
	{ readonly kind: 'exists' | 'powerless' | 'full' | 'pending' }
>;

/** Why the buyer role was not created, and the next step. `name`: its name, in the server's language. */
export function unmadeRoleView(t: Translator, unmade: UnmadeRole, name: string): MessageView {
	const another = button(t('setup.confirm.another'), openPage.encode('buyer'));
	const again = makeRoleButton(t, name);
	switch (unmade.kind) {
		case 'exists': {
			const { roleId } = unmade;
			const use = choiceId({ what: 'buyer-role', roleId }, nothingShown);
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
