/** Reason why an account has no panel: disconnected, refused key, another host, another team's account or nobody's. */
export type PanelAbsence = 'disconnected' | 'key_refused' | 'elsewhere' | 'other_team' | 'no_team'
