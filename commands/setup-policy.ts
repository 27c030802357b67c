import type { ButtonInput, ComponentHandler } from '../src/discord/command.js';
import type { SetupOutcome } from '../src/guilds/setup.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral, textView } from '../src/views/message.js';
import { policyView, unlinkingOf } from '../src/views/policy-view.js';
import { managersOnlyView, policyOfHomeView } from '../src/views/refusal-view.js';
import { chooseUnlinking, openPolicy } from '../src/views/setup-ids.js';
import { refusalText } from '../src/views/setup-view.js';
import { chooserOf, mayManage, type SetupCommandDependencies } from './setup.js';

/** The page of `/setup policy`: how it is opened from the main page, and its select. A choice is saved at once. */
export function policyHandlers({
	setup,
}: Pick<SetupCommandDependencies, 'setup'>): readonly ComponentHandler[] {
	const answer = async (
		interaction: ButtonInput,
		save?: () => Promise<SetupOutcome | undefined>,
	): Promise<void> => {
		const t = translatorFor(interaction.locale);
		if (!mayManage(interaction)) {
			await interaction.reply(ephemeral(managersOnlyView(t)));
			return;
		}
		if (!setup.isHome(interaction.guildId)) {
			await interaction.reply(ephemeral(policyOfHomeView(t)));
			return;
		}
		await interaction.deferUpdate();
		const refusal = refusalText(t, await save?.());
		await interaction.editReply(policyView(t, await setup.policy(interaction.guildId)));
		if (refusal !== '') await interaction.followUp(ephemeral(textView(refusal)));
	};
	return [
		{ kind: 'button', name: openPolicy.name, run: (interaction) => answer(interaction) },
		{
			kind: 'select',
			name: chooseUnlinking.name,
			run: (interaction) =>
				answer(interaction, async () => {
					const unlinking = unlinkingOf(interaction.values[0]);
					if (unlinking === undefined) return undefined;
					return await setup.choose(chooserOf(interaction), { what: 'unlinking', unlinking });
				}),
		},
	];
}
