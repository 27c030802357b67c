import type { EventLog } from '@claimcheck/local-discord';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';

/** The most interactions watched for later changes; older ones are long over. */
const followed = 50;

/** Draws every answer once, and again whenever the bot changes it later. */
export class FollowedAnswers {
	readonly #draw: (message: APIMessage, handle: InteractionHandle, isChange: boolean) => void;
	readonly #unsubscribe: () => void;
	readonly #handles: InteractionHandle[] = [];
	readonly #drawn = new Map<string, APIMessage>();
	#latest: APIMessage | undefined;

	/** `isChange`: an earlier state of the message has been drawn before. */
	constructor(
		events: EventLog,
		draw: (message: APIMessage, handle: InteractionHandle, isChange: boolean) => void,
	) {
		this.#draw = draw;
		// An event comes before the interaction has taken the message in: a moment later it has.
		this.#unsubscribe = events.onAny((event) => {
			if (event.type === 'message-created' || event.type === 'message-edited') {
				setImmediate(() => this.drawNew());
			}
		});
	}

	/** The message that was drawn last: the one to click on. As it is now. */
	get latest(): APIMessage | undefined {
		return this.#latest;
	}

	follow(handle: InteractionHandle): void {
		this.#handles.push(handle);
		if (this.#handles.length > followed) this.#handles.shift();
	}

	/** Draws what hasn't been drawn yet. */
	drawNew(): void {
		for (const handle of this.#handles) {
			for (const message of [handle.original, ...handle.followUps]) {
				if (message === undefined || isLoading(message)) continue;
				const before = this.#drawn.get(message.id);
				if (before === message) continue;
				this.#drawn.set(message.id, message);
				this.#latest = message;
				this.#draw(message, handle, before !== undefined);
			}
		}
	}

	close(): void {
		this.#unsubscribe();
	}
}

function isLoading(message: APIMessage): boolean {
	return ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
}
