import type { UploadedFile } from './route.js';

/** The files that the bot has uploaded, served from the stand-in's own address. */
export class AttachmentStore {
	readonly #files = new Map<string, UploadedFile>();

	/** Stores a file and returns its path below the server's root. */
	add(channelId: string, attachmentId: string, file: UploadedFile): string {
		const path = `/attachments/${channelId}/${attachmentId}/${encodeURIComponent(file.name)}`;
		this.#files.set(path, file);
		return path;
	}

	read(path: string): UploadedFile | undefined {
		return this.#files.get(path);
	}
}
