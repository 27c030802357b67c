import type { ComponentHandler } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral } from '../src/views/message.js';
import { chooseUnlinking, policyView, unlinkingOf } from '../src/views/policy-view.js';
import { managersOnlyView } from '../src/views/refusal-view.js';
import { chooserOf, mayManage, type SetupCommandDependencies } from './setup.js';

/** What the select on the page of `/setup policy` does: the choice is saved at once. */
export function policyHandlers({
	setup,
}: Pick<SetupCommandDependencies, 'setup'>): readonly ComponentHandler[] {
	return [
		{
			kind: 'select',
			name: chooseUnlinking.name,
			async run(interaction) {
				const t = translatorFor(interaction.locale);
				if (!mayManage(interaction)) {
					await interaction.reply(ephemeral(managersOnlyView(t)));
					return;
				}
				await interaction.deferUpdate();
				const unlinking = unlinkingOf(interaction.values[0]);
				if (unlinking !== undefined) {
					await setup.choose(chooserOf(interaction), { what: 'unlinking', unlinking });
				}
				await interaction.editReply(policyView(t, await setup.policy(interaction.guildId)));
			},
		},
	];
}
