/** Reason why an account has no developer panel: disconnected, refused key, or another host. */
export type PanelAbsence = 'disconnected' | 'key_refused' | 'elsewhere'
