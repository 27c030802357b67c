import type { Clock } from '../../base/clock.js';
import { inCode, type Translator, translatorFor } from '../../i18n/translator.js';
import { unknownCommandView } from '../../views/interactions/refusal-view.js';
import { ephemeral } from '../../views/kit/message.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { type AccessFacts, type Refusal, refusalOf } from './access.js';
import { type Deliverable, Delivery } from './delivery.js';
import type { Asked, Handler } from './handler.js';
import type { Answerable, AutocompleteInput, ChatInput } from './interaction-ports.js';
import { noWaitingNotices, type WaitingNotices, withNotices } from './prepend-notices.js';
import type { SlashCommand } from './slash-command.js';

export interface HandlerRunnerDependencies<Services> {
	readonly services: Services;
	readonly access: AccessFacts;
	readonly mentionIn: MentionIn;
	readonly waiting?: WaitingNotices;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Discord waits three seconds for an acknowledgement, including network time. */
const patienceMs = 1_000;

/** The only caller of handlers: checks access, translates, and sends the answer. */
export class HandlerRunner<Services> {
	readonly #dependencies: HandlerRunnerDependencies<Services>;

	constructor(dependencies: HandlerRunnerDependencies<Services>) {
		this.#dependencies = dependencies;
	}

	/** Translator for one locale in a guild. Interactions get their translator only here. */
	translator(locale: string, guildId: string | null): Translator {
		return translatorFor(locale, guildId === null ? inCode : this.#dependencies.mentionIn(guildId));
	}

	async command(command: SlashCommand<Services>, interaction: ChatInput): Promise<void> {
		const handler = handlerOf(command, interaction);
		if (handler !== undefined) return await this.answer(handler, interaction);
		await interaction.reply(ephemeral(unknownCommandView(this.#asked(interaction).t)));
	}

	/** Answers a component, a modal, or a command with a single handler. */
	async answer<Input extends Deliverable>(
		handler: Handler<Input, Services>,
		interaction: Input,
	): Promise<void> {
		const { services, access, waiting = noWaitingNotices } = this.#dependencies;
		const asked = this.#asked(interaction);
		const delivery = new Delivery(interaction, asked.t, handler.access);
		const checked = refusalOf(handler.access, interaction, access);
		// Don't await a value that is already known: the acknowledgement has to go out first.
		const refusal = checked instanceof Promise ? await this.#inTime(checked, delivery) : checked;
		if (refusal !== undefined) await delivery.sendPrivately(refusal(asked.t));
		else {
			const answer = handler.answer(asked, services);
			await delivery.send(withNotices(answer, interaction.user.id, asked.t, waiting));
		}
	}

	/** Responds to autocomplete, with no suggestions for members without access. */
	async suggest(command: SlashCommand<Services>, interaction: AutocompleteInput): Promise<void> {
		const handler = handlerOf(command, interaction);
		if (handler?.suggest === undefined) return;
		const { services, access } = this.#dependencies;
		const isRefused = (await refusalOf(handler.access, interaction, access)) !== undefined;
		await interaction.respond(isRefused ? [] : handler.suggest(this.#asked(interaction), services));
	}

	/** Defers the answer if the store is slow: Discord would not wait. */
	async #inTime(checked: Promise<Refusal | undefined>, delivery: Delivery): Promise<Refusal | undefined> {
		const late = this.#dependencies.clock.delay(patienceMs).then(() => true);
		const isLate = await Promise.race([checked.then(() => false), late]);
		if (isLate) await delivery.defer();
		return await checked;
	}

	#asked<Input extends Pick<Answerable, 'guildId' | 'locale' | 'guildLocale'>>(
		interaction: Input,
	): Asked<Input> {
		const { guildId, locale, guildLocale } = interaction;
		return {
			interaction,
			t: this.translator(locale, guildId),
			guildT: this.translator(guildLocale, guildId),
		};
	}
}

function handlerOf<Services>(
	command: SlashCommand<Services>,
	{ options }: { readonly options: { getSubcommand(): string } },
) {
	if ('handler' in command) return command.handler;
	const name = options.getSubcommand();
	return Object.hasOwn(command.subcommands, name) ? command.subcommands[name] : undefined;
}
