import type { UploadedFile } from './route.js';

/**
 * Discord signs upload addresses for a day: https://discord.com/developers/docs/reference#signed-attachment-cdn-urls
 */
const signedMs = 24 * 60 * 60_000;

/** The files uploaded by the bot and by people, served from the stand-in's own address. */
export class AttachmentStore {
	readonly #files = new Map<string, UploadedFile>();

	/** Stores a file of a message and returns its path below the server's root. */
	add(channelId: string, attachmentId: string, file: UploadedFile): string {
		const path = `/attachments/${channelId}/${attachmentId}/${encodeURIComponent(file.name)}`;
		this.#files.set(path, file);
		return path;
	}

	/** Stores a file from a form field, and returns its path with the signature, which expires. */
	addToForm(attachmentId: string, file: UploadedFile, now: number): string {
		const path = `/ephemeral-attachments/${attachmentId}/${encodeURIComponent(file.name)}`;
		this.#files.set(path, file);
		const seconds = (at: number): string => Math.floor(at / 1_000).toString(16);
		return `${path}?ex=${seconds(now + signedMs)}&is=${seconds(now)}&hm=${attachmentId}`;
	}

	/** Undefined if the file was removed, or if the signature in its address is missing or has expired. */
	read({ pathname, searchParams }: URL, now: number): UploadedFile | undefined {
		const end = Number.parseInt(searchParams.get('ex') ?? '0', 16) * 1_000;
		return pathname.startsWith('/ephemeral-') && now >= end ? undefined : this.#files.get(pathname);
	}

	/** Removes the file at an address. */
	remove(address: string): void {
		this.#files.delete(new URL(address).pathname);
	}
}
