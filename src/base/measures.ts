// Interfaces for metrics, so that other modules don't depend on the metrics library.

export interface Counts<Label extends string> {
	inc(labels: Readonly<Record<Label, string>>): void;
}

export interface Durations {
	observe(ms: number): void;
}
