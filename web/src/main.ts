import './fonts.css'
import './theme.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })

// browsers keep pages for later only over HTTPS or on the server's own machine, and some not even there
if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
