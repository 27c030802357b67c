import { inspectorPanel } from '@claimcheck/local-discord/web/inspector/inspector-panel.js';
import type { Panel } from '@claimcheck/local-discord/web/playground-page.js';

/** What stands beside the frames, in the order of its tabs. */
export const panels: readonly Panel[] = [inspectorPanel];
