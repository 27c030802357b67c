const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBracket, closeBracket] = [0x5b, 0x5d];
const [openBrace, closeBrace] = [0x7b, 0x7d];

/** Takes the entries of a list. */
export interface EntrySink {
	/** One entry. The bytes are another's after the call: what is kept of them is copied. */
	add(json: Uint8Array): void;
	/** The list is at its end. Whether each entry was JSON. May be called again. */
	end(): boolean;
}

/**
 * Takes the entries of one list out of a JSON text while it arrives, so that neither the text nor all that is in it is
 * ever in memory as a whole: fifteen megabytes of items were a hundred as text and objects, and a tenth of a second in
 * which nobody was answered. What is left is the text with an empty list.
 */
export class EntrySplitter<Sink extends EntrySink> {
	readonly #member: string;
	readonly #begin: () => Sink;
	/** Of the last list of that name, as JSON.parse takes the last one; undefined while there is none. */
	#sink: Sink | undefined;
	#left: Buffer[] = [];
	#entry: Buffer[] = [];
	#name: Buffer[] = [];
	#depth = 0;
	#isObject = false;
	#inString = false;
	#isEscaped = false;
	#inList = false;
	#hasEntries = false;

	/** `member`: the name of the list in the text's outermost object. `begin` is called where the list begins. */
	constructor(member: string, begin: () => Sink) {
		this.#member = JSON.stringify(member);
		this.#begin = begin;
	}

	get sink(): Sink | undefined {
		return this.#sink;
	}

	/** The text around the entries; empty where one of these was no JSON. To be called at the end. */
	get text(): string {
		const isBroken = this.#sink?.end() === false;
		return isBroken ? '' : new TextDecoder().decode(Buffer.concat(this.#left));
	}

	feed(bytes: Uint8Array): void {
		const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		// Where begins what has not been taken yet, and the string that is read as a name.
		let from = 0;
		let nameFrom = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			const byte = chunk[at];
			if (this.#inString) {
				if (this.#isEscaped) this.#isEscaped = false;
				else if (byte === backslash) this.#isEscaped = true;
				else if (byte === quote) {
					this.#inString = false;
					if (this.#depth === 1) this.#name.push(Buffer.from(chunk.subarray(nameFrom, at + 1)));
				}
			} else if (byte === quote) {
				this.#inString = true;
				if (this.#depth === 1) [nameFrom, this.#name] = [at, []];
			} else if (byte === openBracket || byte === openBrace) {
				this.#depth += 1;
				if (this.#depth === 1) this.#isObject = byte === openBrace;
				if (byte === openBracket && this.#depth === 2 && this.#isObject && this.#isMember()) {
					this.#left.push(Buffer.from(chunk.subarray(from, at + 1)));
					from = at + 1;
					this.#beginList();
				}
			} else if (byte === closeBracket || byte === closeBrace) {
				this.#depth -= 1;
				if (this.#inList && this.#depth === 1) {
					this.#endEntry(chunk.subarray(from, at), true);
					from = at;
					this.#inList = false;
				}
			} else if (byte === comma && this.#inList && this.#depth === 2) {
				this.#endEntry(chunk.subarray(from, at), false);
				from = at + 1;
			}
		}
		// Copied: the chunk is part of a larger piece of memory, which is used again.
		(this.#inList ? this.#entry : this.#left).push(Buffer.from(chunk.subarray(from)));
		if (this.#inString && this.#depth === 1) this.#name.push(Buffer.from(chunk.subarray(nameFrom)));
	}

	#isMember(): boolean {
		return Buffer.concat(this.#name).toString() === this.#member;
	}

	#beginList(): void {
		this.#sink = this.#begin();
		this.#inList = true;
		this.#hasEntries = false;
	}

	#endEntry(last: Buffer, isEnd: boolean): void {
		const json = this.#entry.length === 0 ? last : Buffer.concat([...this.#entry, last]);
		this.#entry = [];
		if (isEnd && !this.#hasEntries && json.toString().trim() === '') return;
		this.#hasEntries = true;
		this.#sink?.add(json);
	}
}
