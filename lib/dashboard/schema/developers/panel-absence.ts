/** The reason why an account has no developer panel: disconnected, its key is refused, or it lives on another host. */
export type PanelAbsence = 'disconnected' | 'key_refused' | 'elsewhere'
