import type { Scene } from './scene.js';

export interface Chapter {
	readonly title: string;
	/** Plays and checks it. Rejects where the product does something else than the story says. */
	play(scene: Scene): Promise<void>;
}
