import { onComponent, updateLater } from '../src/discord/handler.js';
import { ephemeral, textView } from '../src/views/message.js';
import { policyView, unlinkingOf } from '../src/views/policy-view.js';
import { chooseUnlinking, openPolicy } from '../src/views/setup-ids.js';
import { refusalText } from '../src/views/setup-view.js';
import { chooserOf, type SetupServices } from './setup-services.js';

/** The page of `/setup policy`: how it is opened from the main page, and its select. A choice is saved at once. */
export const policyComponents = [
	onComponent('button', openPolicy, 'home-manager', ({ interaction, t }, { setup }: SetupServices) =>
		updateLater(async () => policyView(t, await setup.policy(interaction.guildId))),
	),
	onComponent('select', chooseUnlinking, 'home-manager', ({ interaction, t }, { setup }: SetupServices) =>
		updateLater(async () => {
			const unlinking = unlinkingOf(interaction.values[0]);
			const outcome =
				unlinking && (await setup.choose(chooserOf(interaction), { what: 'unlinking', unlinking }));
			const refusal = refusalText(t, outcome);
			const view = policyView(t, await setup.policy(interaction.guildId));
			return refusal === '' ? view : { view, followUp: ephemeral(textView(refusal)) };
		}),
	),
];
