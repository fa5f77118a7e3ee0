// What Grafana's own types say of a dashboard as JSON has it. Whatever is misspelled, misplaced or of another type in the
// dashboard does not compile with it.
import type { Dashboard, FieldConfigSource, GraphFieldConfig, Panel } from "@grafana/schema";
import type { Options as Stat } from "@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen";
import type { Options as TimeSeries } from "@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen";

/** Members of enumerations are written as their values. */
type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

type Of<Type extends string, Options, Custom> = Omit<Panel, "type" | "options" | "fieldConfig"> & {
  type: Type;
  options: Partial<Options>;
  fieldConfig: FieldConfigSource<Partial<Custom>>;
};

type Panels = Of<"stat", Stat, Record<string, never>> | Of<"timeseries", TimeSeries, GraphFieldConfig>;

export type Checked = Json<Omit<Dashboard, "panels"> & { panels: Panels[] }>;
