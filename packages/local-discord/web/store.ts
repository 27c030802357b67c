import type {
	PageDirect,
	PageGuild,
	PageInteraction,
	PageMessage,
	PagePerson,
	PageRecord,
	PageSetting,
	PageWorld,
	ServerFrame,
} from '../src/page/protocol.js';

// Limits, so that a page left open for a day stays as light as at the start.
/** Messages per channel. */
export const maxMessages = 500;
const maxInteractions = 300;
const maxRecords = 500;

/** Frames about the parts next to the people's frames. */
const beside: ReadonlySet<ServerFrame['type']> = new Set(['record', 'part']);

/** The page's state of the world. Its listeners are notified of changes once per animation frame. */
export class Store {
	/** Undefined until the server has sent it. */
	world: PageWorld | undefined;
	guilds: ReadonlyMap<string, PageGuild> = new Map();
	/** The messages by channel, oldest first. */
	readonly messages = new Map<string, readonly PageMessage[]>();
	readonly interactions = new Map<string, PageInteraction>();
	people: readonly PagePerson[] = [];
	directs: readonly PageDirect[] = [];
	records: readonly PageRecord[] = [];
	/** Parts of the page's owner, by name. */
	parts: Readonly<Record<string, unknown>> = {};
	/** Grows with each visible change; the inspector's records and the owner's parts don't change it. */
	sceneVersion = 0;
	readonly #listeners = new Set<() => void>();
	#isNotifying = false;
	/** How far the local Discord's clock is ahead of the browser's. */
	#aheadMs = 0;

	/** The local Discord's time, in milliseconds since the epoch. */
	readonly now = (): number => Date.now() + this.#aheadMs;

	/** The returned function stops that. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	apply(frame: ServerFrame): void {
		switch (frame.type) {
			case 'world':
				this.#begin(frame.world);
				break;
			case 'setting':
				this.#set(frame.setting);
				break;
			case 'message':
				this.#addMessage(frame.message);
				break;
			case 'message-gone':
				this.#changeChannel(frame.channelId, (all) => all.filter(({ message }) => message.id !== frame.id));
				break;
			case 'interaction':
				addBounded(this.interactions, frame.interaction.id, frame.interaction, maxInteractions);
				break;
			case 'record':
				this.records = [...this.records, frame.record].slice(-maxRecords);
				break;
			case 'part':
				this.parts = { ...this.parts, [frame.name]: frame.data };
				break;
			case 'done':
			case 'refused':
				return;
		}
		if (!beside.has(frame.type)) this.sceneVersion += 1;
		this.#notifySoon();
	}

	#begin(world: PageWorld): void {
		this.world = world;
		this.messages.clear();
		for (const message of world.messages) this.#addMessage(message);
		this.interactions.clear();
		for (const interaction of world.interactions) this.interactions.set(interaction.id, interaction);
		this.#set(world);
		this.records = world.records;
		this.parts = world.parts;
	}

	#set({ now, guilds, people, directs }: PageSetting): void {
		this.#aheadMs = now - Date.now();
		this.guilds = new Map(guilds.map((guild) => [guild.id, guild]));
		this.people = people;
		this.directs = directs;
	}

	#addMessage(added: PageMessage): void {
		this.#changeChannel(added.message.channel_id, (all) => {
			const at = all.findIndex(({ message }) => message.id === added.message.id);
			return at === -1 ? [...all, added].slice(-maxMessages) : all.with(at, added);
		});
	}

	#changeChannel(channelId: string, change: (all: readonly PageMessage[]) => readonly PageMessage[]): void {
		this.messages.set(channelId, change(this.messages.get(channelId) ?? []));
	}

	#notifySoon(): void {
		if (this.#isNotifying) return;
		this.#isNotifying = true;
		requestAnimationFrame(() => {
			this.#isNotifying = false;
			for (const listener of this.#listeners) listener();
		});
	}
}

function addBounded<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
}
