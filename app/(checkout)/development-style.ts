import './payer.css'
