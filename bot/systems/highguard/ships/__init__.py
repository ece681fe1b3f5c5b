"""Ships of a campaign: what is kept of each, and each as a vessel for battle."""
